"""Names and words that the tasks' parameters are drawn from; none is one of AndroidWorld's."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ALARM_LABELS",
    "BOUGHT",
    "CHORES",
    "FILES",
    "FOLDERS",
    "GREETINGS",
    "MEETINGS",
    "MORE_CONTACTS",
    "MORE_NOTES",
    "PEOPLE",
]

PEOPLE: Final = (
    "Anneke Visser", "Bashir Noor", "Carmen Ortega", "Dunja Maric", "Emeka Obi", "Fumiko Sato",
    "Gareth Lloyd", "Henrike Baum", "Ilse Maes", "Jarek Nowak", "Kofi Mensah", "Lien Pham",
)  # fmt: skip
GREETINGS: Final = (
    "The boat has been repaired, come by any time.",
    "Bring the red folder to the workshop.",
    "We eat at eight, the lamp is lit.",
    "Your coat still hangs in our hall.",
    "Row twelve is ours on Friday night.",
    "The kiln is free from Monday on.",
)
ALARM_LABELS: Final = ("Rowing", "Market", "Choir", "Bakery", "Sauna", "Orchard")
MEETINGS: Final = (
    "Allotment council", "Kiln firing", "Boat inspection", "Reading circle", "Chess evening",
    "Sourdough class",
)  # fmt: skip
CHORES: Final = (
    "Oil the gate", "Prune the quince", "Return the ladder", "Descale the kettle",
    "Sharpen the scythe", "Patch the tent",
)  # fmt: skip
BOUGHT: Final = ("Lantern", "Raffia", "Beeswax", "Grafting tape", "Linseed oil", "Chalk")
FILES: Final = ("ledger", "harvest", "timber", "rota", "inventory", "seating")
FOLDERS: Final = ("Allotment", "Boathouse", "Pottery", "Scouts", "Beehives", "Archive")
MORE_CONTACTS: Final = (
    {"name": "Beatriz Lima", "number": "+12125550161"},
    {"name": "Dimitri Volkov", "number": "+12125550162"},
    {"name": "Giulia Rossi", "number": "+12125550163"},
    {"name": "Ivar Dahl", "number": "+12125550164"},
    {"name": "Kaja Berg", "number": "+12125550165"},
)
"""Contacts among which those of a task stand in one row or another: none is of `PEOPLE`."""

MORE_NOTES: Final = {
    f"Documents/Markor/{name}.md": "Keep me\n" for name in ("glaze", "kiln", "mooring", "sundial")
}
"""Notes among which those of a task stand in one row or another: none is of `FILES`."""
