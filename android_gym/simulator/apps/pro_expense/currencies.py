"""Pro Expense's currencies: symbol, name and ISO number, in the app's order."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CURRENCIES", "Currency", "currency"]


class Currency(NamedTuple):
    """One currency.

    Attributes:
        number: ISO 4217 number, as stored in the preferences.
        code: ISO 4217 code.
        symbol: Symbol shown in lists.
        name: Name shown in the list.
    """

    number: str
    code: str
    symbol: str
    name: str


_TABLE = """
840 USD $ United State Dollar
978 EUR \u20ac Euro
826 GBP \u00a3 United Kingdom Pound
356 INR INR India Rupees
036 AUD AUD Australia Dollar
124 CAD CAD Canada Dollar
710 ZAR R South Africa Rand
554 NZD NZD New Zealand Dollar
392 JPY \u00a5 Japan Yen
702 SGD SGD Singapore Dollar
156 CNY \u00a5 China Yuan Renminbi
756 CHF CHF Switzerland Franc
104 MMK Ks Myanmar Kyat
971 AFN AFN Afghanistan Afghani
008 ALL ALL Albania Lek
012 DZD DZD Algeria Dinar
973 AOA AOA Angola Kwanza
032 ARS ARS Argentina Peso
051 AMD AMD Armenia Dram
533 AWG AWG Aruba Florin
944 AZN AZN Azerbaijan Manat
044 BSD BSD Bahamas Dollar
048 BHD BHD Bahrain Dinar
050 BDT BDT Bangladesh Taka
052 BBD BBD Barbados Dollar
933 BYN BYN Belarus Ruble
084 BZD BZD Belize Dollar
060 BMD BMD Bermuda Dollar
064 BTN BTN Bhutan Ngultrum
068 BOB BOB Bolivia Boliviano
977 BAM BAM Bosnia and Herzegovina Mark
072 BWP BWP Botswana Pula
986 BRL R$ Brazil Real
096 BND BND Brunei Dollar
975 BGN BGN Bulgaria Lev
108 BIF BIF Burundi Franc
116 KHR KHR Cambodia Riel
132 CVE CVE Cape Verde Escudo
136 KYD KYD Cayman Islands Dollar
152 CLP CLP Chile Peso
170 COP COP Colombia Peso
174 KMF KMF Comoros Franc
976 CDF CDF Congo Franc
188 CRC CRC Costa Rica Colon
191 HRK HRK Croatia Kuna
192 CUP CUP Cuba Peso
203 CZK K\u010d Czech Koruna
208 DKK kr Denmark Krone
262 DJF DJF Djibouti Franc
214 DOP DOP Dominican Peso
951 XCD XCD East Caribbean Dollar
818 EGP EGP Egypt Pound
232 ERN ERN Eritrea Nakfa
748 SZL SZL Eswatini Lilangeni
230 ETB ETB Ethiopia Birr
238 FKP FKP Falkland Islands Pound
242 FJD FJD Fiji Dollar
270 GMD GMD Gambia Dalasi
981 GEL GEL Georgia Lari
936 GHS GHS Ghana Cedi
292 GIP GIP Gibraltar Pound
320 GTQ GTQ Guatemala Quetzal
324 GNF GNF Guinea Franc
328 GYD GYD Guyana Dollar
332 HTG HTG Haiti Gourde
340 HNL HNL Honduras Lempira
344 HKD HK$ Hong Kong Dollar
348 HUF Ft Hungary Forint
352 ISK kr Iceland Krona
360 IDR Rp Indonesia Rupiah
364 IRR IRR Iran Rial
368 IQD IQD Iraq Dinar
376 ILS \u20aa Israel Shekel
388 JMD JMD Jamaica Dollar
400 JOD JOD Jordan Dinar
398 KZT KZT Kazakhstan Tenge
404 KES KES Kenya Shilling
408 KPW KPW North Korea Won
410 KRW \u20a9 South Korea Won
414 KWD KWD Kuwait Dinar
417 KGS KGS Kyrgyzstan Som
418 LAK LAK Laos Kip
422 LBP LBP Lebanon Pound
426 LSL LSL Lesotho Loti
430 LRD LRD Liberia Dollar
434 LYD LYD Libya Dinar
446 MOP MOP Macao Pataca
807 MKD MKD North Macedonia Denar
969 MGA MGA Madagascar Ariary
454 MWK MWK Malawi Kwacha
458 MYR RM Malaysia Ringgit
462 MVR MVR Maldives Rufiyaa
929 MRU MRU Mauritania Ouguiya
480 MUR MUR Mauritius Rupee
484 MXN MXN Mexico Peso
498 MDL MDL Moldova Leu
496 MNT MNT Mongolia Tugrik
504 MAD MAD Morocco Dirham
943 MZN MZN Mozambique Metical
516 NAD NAD Namibia Dollar
524 NPR NPR Nepal Rupee
558 NIO NIO Nicaragua Cordoba
566 NGN \u20a6 Nigeria Naira
578 NOK kr Norway Krone
512 OMR OMR Oman Rial
586 PKR PKR Pakistan Rupee
590 PAB PAB Panama Balboa
598 PGK PGK Papua New Guinea Kina
600 PYG PYG Paraguay Guarani
604 PEN PEN Peru Sol
608 PHP \u20b1 Philippines Peso
985 PLN z\u0142 Poland Zloty
634 QAR QAR Qatar Riyal
946 RON RON Romania Leu
643 RUB \u20bd Russia Ruble
646 RWF RWF Rwanda Franc
654 SHP SHP Saint Helena Pound
882 WST WST Samoa Tala
930 STN STN Sao Tome and Principe Dobra
682 SAR SAR Saudi Arabia Riyal
941 RSD RSD Serbia Dinar
690 SCR SCR Seychelles Rupee
694 SLL SLL Sierra Leone Leone
090 SBD SBD Solomon Islands Dollar
706 SOS SOS Somalia Shilling
728 SSP SSP South Sudan Pound
144 LKR LKR Sri Lanka Rupee
938 SDG SDG Sudan Pound
968 SRD SRD Suriname Dollar
752 SEK kr Sweden Krona
760 SYP SYP Syria Pound
901 TWD NT$ Taiwan Dollar
972 TJS TJS Tajikistan Somoni
834 TZS TZS Tanzania Shilling
764 THB \u0e3f Thailand Baht
776 TOP TOP Tonga Paanga
780 TTD TTD Trinidad and Tobago Dollar
788 TND TND Tunisia Dinar
949 TRY TRY Turkey Lira
934 TMT TMT Turkmenistan Manat
800 UGX UGX Uganda Shilling
980 UAH \u20b4 Ukraine Hryvnia
784 AED AED United Arab Emirates Dirham
858 UYU UYU Uruguay Peso
860 UZS UZS Uzbekistan Som
548 VUV VUV Vanuatu Vatu
928 VES VES Venezuela Bolivar
704 VND \u20ab Vietnam Dong
886 YER YER Yemen Rial
967 ZMW ZMW Zambia Kwacha
932 ZWL ZWL Zimbabwe Dollar
"""

CURRENCIES: tuple[Currency, ...] = tuple(
    Currency(*line.split(" ", 3)) for line in _TABLE.strip().splitlines()
)


def currency(number: str) -> Currency:
    """Return a currency by its ISO number; the dollar for an unknown number."""
    return next((c for c in CURRENCIES if c.number == number), CURRENCIES[0])
