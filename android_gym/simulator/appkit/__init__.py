"""The app kit: dialogs with typed results, lists, forms, preference pages, content providers.

dialogs         base classes of dialogs, each a frozen dataclass: message, choice, text, pickers ...
forms           labelled, validated text fields
lists           a screen with a list: selection, search, empty state, floating action button
preferences     a preferences page described by its rows
providers       a content provider over tables
simple_commons  what the Simple Mobile Tools apps share
"""
