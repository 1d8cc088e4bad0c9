"""Cities of the world clock."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.ui.activity import Context

__all__ = ["CITIES", "City", "add", "chosen", "remove"]


@dataclass(frozen=True)
class City:
    """A city.

    Attributes:
        name: Its name.
        country: Its country.
        zone: IANA name of its time zone.
    """

    name: str
    country: str
    zone: str


_TABLE = """
Abidjan|Côte d’Ivoire|Africa/Abidjan
Abu Dhabi|United Arab Emirates|Asia/Dubai
Accra|Ghana|Africa/Accra
Addis Ababa|Ethiopia|Africa/Addis_Ababa
Adelaide|Australia|Australia/Adelaide
Algiers|Algeria|Africa/Algiers
Almaty|Kazakhstan|Asia/Almaty
Amman|Jordan|Asia/Amman
Amsterdam|Netherlands|Europe/Amsterdam
Anchorage|United States|America/Anchorage
Ankara|Turkey|Europe/Istanbul
Athens|Greece|Europe/Athens
Atlanta|United States|America/New_York
Auckland|New Zealand|Pacific/Auckland
Baghdad|Iraq|Asia/Baghdad
Baku|Azerbaijan|Asia/Baku
Bangkok|Thailand|Asia/Bangkok
Barcelona|Spain|Europe/Madrid
Beijing|China|Asia/Shanghai
Beirut|Lebanon|Asia/Beirut
Belgrade|Serbia|Europe/Belgrade
Berlin|Germany|Europe/Berlin
Bogotá|Colombia|America/Bogota
Boston|United States|America/New_York
Brasília|Brazil|America/Sao_Paulo
Brisbane|Australia|Australia/Brisbane
Brussels|Belgium|Europe/Brussels
Bucharest|Romania|Europe/Bucharest
Budapest|Hungary|Europe/Budapest
Buenos Aires|Argentina|America/Argentina/Buenos_Aires
Cairo|Egypt|Africa/Cairo
Calgary|Canada|America/Edmonton
Cape Town|South Africa|Africa/Johannesburg
Caracas|Venezuela|America/Caracas
Casablanca|Morocco|Africa/Casablanca
Chicago|United States|America/Chicago
Colombo|Sri Lanka|Asia/Colombo
Copenhagen|Denmark|Europe/Copenhagen
Dallas|United States|America/Chicago
Delhi|India|Asia/Kolkata
Denver|United States|America/Denver
Detroit|United States|America/Detroit
Dhaka|Bangladesh|Asia/Dhaka
Doha|Qatar|Asia/Qatar
Dubai|United Arab Emirates|Asia/Dubai
Dublin|Ireland|Europe/Dublin
Frankfurt|Germany|Europe/Berlin
Geneva|Switzerland|Europe/Zurich
Hanoi|Vietnam|Asia/Ho_Chi_Minh
Havana|Cuba|America/Havana
Helsinki|Finland|Europe/Helsinki
Ho Chi Minh City|Vietnam|Asia/Ho_Chi_Minh
Hong Kong|Hong Kong|Asia/Hong_Kong
Honolulu|United States|Pacific/Honolulu
Houston|United States|America/Chicago
Istanbul|Turkey|Europe/Istanbul
Jakarta|Indonesia|Asia/Jakarta
Jerusalem|Israel|Asia/Jerusalem
Johannesburg|South Africa|Africa/Johannesburg
Kabul|Afghanistan|Asia/Kabul
Karachi|Pakistan|Asia/Karachi
Kathmandu|Nepal|Asia/Kathmandu
Kolkata|India|Asia/Kolkata
Kuala Lumpur|Malaysia|Asia/Kuala_Lumpur
Kuwait City|Kuwait|Asia/Kuwait
Kyiv|Ukraine|Europe/Kiev
Lagos|Nigeria|Africa/Lagos
Las Vegas|United States|America/Los_Angeles
Lima|Peru|America/Lima
Lisbon|Portugal|Europe/Lisbon
London|United Kingdom|Europe/London
Los Angeles|United States|America/Los_Angeles
Madrid|Spain|Europe/Madrid
Manila|Philippines|Asia/Manila
Melbourne|Australia|Australia/Melbourne
Mexico City|Mexico|America/Mexico_City
Miami|United States|America/New_York
Milan|Italy|Europe/Rome
Montevideo|Uruguay|America/Montevideo
Montreal|Canada|America/Toronto
Moscow|Russia|Europe/Moscow
Mumbai|India|Asia/Kolkata
Munich|Germany|Europe/Berlin
Nairobi|Kenya|Africa/Nairobi
New York|United States|America/New_York
Osaka|Japan|Asia/Tokyo
Oslo|Norway|Europe/Oslo
Paris|France|Europe/Paris
Perth|Australia|Australia/Perth
Phoenix|United States|America/Phoenix
Prague|Czechia|Europe/Prague
Reykjavík|Iceland|Atlantic/Reykjavik
Riga|Latvia|Europe/Riga
Rio de Janeiro|Brazil|America/Sao_Paulo
Riyadh|Saudi Arabia|Asia/Riyadh
Rome|Italy|Europe/Rome
San Francisco|United States|America/Los_Angeles
San José|Costa Rica|America/Costa_Rica
Santiago|Chile|America/Santiago
São Paulo|Brazil|America/Sao_Paulo
Seattle|United States|America/Los_Angeles
Seoul|South Korea|Asia/Seoul
Shanghai|China|Asia/Shanghai
Singapore|Singapore|Asia/Singapore
Sofia|Bulgaria|Europe/Sofia
Stockholm|Sweden|Europe/Stockholm
Sydney|Australia|Australia/Sydney
Taipei|Taiwan|Asia/Taipei
Tallinn|Estonia|Europe/Tallinn
Tashkent|Uzbekistan|Asia/Tashkent
Tbilisi|Georgia|Asia/Tbilisi
Tehran|Iran|Asia/Tehran
Tokyo|Japan|Asia/Tokyo
Toronto|Canada|America/Toronto
Tunis|Tunisia|Africa/Tunis
UTC|Coordinated Universal Time|UTC
Vancouver|Canada|America/Vancouver
Vienna|Austria|Europe/Vienna
Vilnius|Lithuania|Europe/Vilnius
Warsaw|Poland|Europe/Warsaw
Washington, D.C.|United States|America/New_York
Wellington|New Zealand|Pacific/Auckland
Yangon|Myanmar|Asia/Yangon
Zagreb|Croatia|Europe/Zagreb
Zürich|Switzerland|Europe/Zurich
"""

CITIES = tuple(City(*line.split("|")) for line in _TABLE.strip().splitlines())
"""All cities, by name."""

_BY_NAME = {city.name: city for city in CITIES}


def chosen(context: Context) -> list[City]:
    """The cities of the world clock, in the order in which they were added."""
    value = context.preferences().get("cities", "")
    names = value.split("|") if isinstance(value, str) else []
    return [_BY_NAME[name] for name in names if name in _BY_NAME]


def _write(context: Context, cities: list[City]) -> None:
    context.preferences().put(cities="|".join(city.name for city in cities))


def add(context: Context, city: City) -> None:
    """Adds a city to the world clock."""
    _write(context, [*(c for c in chosen(context) if c != city), city])


def remove(context: Context, city: City) -> None:
    """Takes a city from the world clock."""
    _write(context, [c for c in chosen(context) if c != city])
