"""The app kit: dialogs with typed results, lists, forms, preference pages, content providers.

dialogs         families of dialogs, each a frozen dataclass: message, choice, text, pickers ...
forms           labelled text fields that are checked
lists           a screen with a list: selection, search, empty state, floating button
preferences     a page of preferences from a description of its rows
providers       a content provider over tables
simple_commons  what the Simple Mobile Tools apps share
"""
