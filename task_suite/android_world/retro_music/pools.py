"""Names of songs, playlists and artists."""

from __future__ import annotations

__all__ = ["ARTISTS", "THEMES", "TITLES"]

TITLES = (
    "Amber Sky", "Before the Tide", "Cardboard Castle", "Dust and Diamonds", "Every Other Sunday",
    "Fireflies at Noon", "Glass Harbour", "Halfway to Winter", "Ink on My Sleeve", "Jasmine Road",
    "Kites over Town", "Letters Never Sent", "Midnight Ferry", "No Map Needed", "Old Red Bicycle",
    "Paper Lanterns", "Quiet Machines", "Rooftop Gardens", "Salt in the Air", "Tangerine Morning",
    "Under the Viaduct", "Velvet Engine", "Window Seat", "Yesterday's Weather", "Zero Gravity",
    "A Stone's Throw", "Borrowed Time", "Copper Moon", "Don't Wake the Lions", "Echo Park Drive",
    "Foxglove", "Ghost of a Chance", "Harvest Lights", "It's a Long Way Down", "Juniper's Song",
)  # fmt: skip
"""35 song titles, no two similar."""

THEMES = (
    "Acoustic Evenings", "Afternoon Drive", "Bass & Beats", "Beach Bonfire", "Blue Mood",
    "Brunch Tunes", "Campfire Classics", "Chill Corner", "Cloudy Day Jazz", "Coffee & Chords",
    "Cosmic Disco", "Country Roads", "Dinner Party", "Dream Pop Diary", "Drum & Dance",
    "Early Bird", "Electric Garden", "Evening Run", "Family Road Trip", "Festival Mood",
    "Folk & Friends", "Friday Night", "Funky Kitchen", "Golden Oldies", "Guitar Heroes",
    "Gym Energy", "Happy Hour", "Heartbreak Songs", "House Cleaning", "Indie Finds",
    "Instrumental Focus", "Latin Heat", "Lazy Sunday", "Love & Soul", "Lullabies",
    "Marathon Mix", "Meditation", "Monday Motivation", "Morning Boost", "New Discoveries",
    "Night Shift", "Piano & Rain", "Party Starters", "Quiet Reading", "Retro Wave",
    "Rock & Roll Attic", "Summer Breeze", "Sunset Lounge", "Weekend Picks", "Winter Warmers",
)  # fmt: skip
"""50 themes for playlist names."""

ARTISTS = (
    "Alma", "Bruno", "Carmen", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas",
    "Keiko", "Liam", "Mona", "Nadia", "Omar", "Petra", "Quentin", "Rosa", "Samir", "Tove",
)  # fmt: skip
"""Names of artists."""
