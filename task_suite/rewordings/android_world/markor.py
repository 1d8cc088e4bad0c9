"""Goals of Markor in other words."""

from __future__ import annotations

REWORDINGS = {
    "Create a new note in Markor named {file_name} with the following text: {text}": (
        "In Markor, make a note called {file_name} that says: {text}",
        "Please write a new Markor note. Name it {file_name} and enter this text: {text}",
        "I need a note named {file_name} in Markor, and this should be in it: {text}",
        "Open Markor, add a file {file_name} and type the following into it: {text}",
    ),
    "Create a note in Markor named {file_name}. Perform a paste operation in the note and save "
    "the note.": (
        "Make a Markor note called {file_name}, paste the clipboard into it and save.",
        "What is on the clipboard should become a new note in Markor. Name it {file_name}, paste, "
        "and save it.",
        "Open Markor and start a note with the name {file_name}. Paste what I copied, then save "
        "the note.",
        "Please save the clipboard's content, by pasting it, as {file_name} in Markor.",
    ),
    "Create a new folder in Markor named {folder_name}.": (
        "In Markor, make a folder called {folder_name}.",
        "Please add a folder with the name {folder_name} to my Markor notes.",
        "I want to sort my notes: Markor needs a new folder, {folder_name}.",
        "Open Markor and set up an empty folder, to be named {folder_name}.",
    ),
    "Delete the note in Markor named {file_name}.": (
        "In Markor, remove the note called {file_name}.",
        "Please get rid of my Markor note {file_name}.",
        "There is a note {file_name} in Markor that I don't need any more. Delete it.",
        "Open Markor, find {file_name} and delete it.",
    ),
    "Delete the newest note in Markor.": (
        "In Markor, remove the note that was written last.",
        "Please get rid of my most recent Markor note.",
        "Of all the notes in Markor, delete the latest one.",
        "Find out which Markor note is the newest and delete it.",
    ),
    "Delete all my notes in Markor.": (
        "In Markor, remove every note.",
        "Please clear out Markor: no note should be left.",
        "I want to begin anew in Markor, so delete whatever notes there are.",
        "Open Markor and get rid of all of the notes.",
    ),
    "Edit {file_name} in Markor. Add to the top of the note {header}": (
        "In Markor, open {file_name} and write this at its very beginning: {header}",
        "Please insert a first line into the Markor note {file_name}: {header}",
        "The note {file_name} in Markor should begin with what follows; leave the rest below it "
        "as it is. {header}",
        "Change my Markor note {file_name} by putting this above everything in it: {header}",
    ),
    "Edit {file_name} in Markor. Add to the bottom of the note {footer}": (
        "In Markor, open {file_name} and write this at its very end: {footer}",
        "Please append a last line to the Markor note {file_name}: {footer}",
        "The note {file_name} in Markor should end with what follows; leave the rest above it as "
        "it is. {footer}",
        "Change my Markor note {file_name} by putting this below everything in it: {footer}",
    ),
    "Edit {file_name} in Markor. Replace the text with {replace_text}": (
        "In Markor, open {file_name} and make this its whole text: {replace_text}",
        "Please throw away what the Markor note {file_name} says and write instead: {replace_text}",
        "The note {file_name} in Markor should contain nothing but what follows. {replace_text}",
        "Overwrite the content of my Markor note {file_name} with this: {replace_text}",
    ),
    "In Markor, move the note {file_name} from {source_folder} to {destination_folder}.": (
        "The Markor note {file_name} is in the folder {source_folder}. Move it to "
        "{destination_folder}.",
        "Please take {file_name} out of Markor's folder {source_folder} and put it into "
        "{destination_folder}.",
        "I filed a note wrongly in Markor: {file_name} belongs into {destination_folder}, not "
        "into {source_folder}. Move it there.",
        "Open Markor, go to {source_folder}, and move {file_name} over to {destination_folder}.",
    ),
    "Merge the contents of Markor notes {file1_name}, {file2_name} and {file3_name} (in the same "
    "order) into a new Markor note named {new_file_name} and save it. Add a new line between the "
    "content of each note.": (
        "Write a new note {new_file_name} in Markor that has the text of {file1_name}, then that "
        "of {file2_name}, then that of {file3_name}, with an empty line after each but the last. "
        "Save it.",
        "In Markor, put three notes together in one: first {file1_name}, second {file2_name}, "
        "third {file3_name}. Separate them by a blank line and save the result as a new note "
        "called {new_file_name}.",
        "I have the Markor notes {file1_name}, {file2_name} and {file3_name}. Join what they say, "
        "in this order and with a new line between them, in another note, {new_file_name}, and "
        "save that.",
        "Please make one Markor note out of {file1_name}, {file2_name} and {file3_name}. Keep the "
        "order, leave a blank line between their contents, name it {new_file_name} and don't "
        "forget to save.",
    ),
    'Update the content of {original_name} to "{updated_content}" in Markor and change its name '
    "to {new_name}.": (
        'In Markor, {original_name} should say "{updated_content}" and nothing else, and be '
        "called {new_name}.",
        'Please overwrite the Markor note {original_name} with "{updated_content}", then rename '
        "it to {new_name}.",
        'Open {original_name} in Markor. Replace all of its text with "{updated_content}". Then '
        "give the note the name {new_name}.",
        "Rename my Markor note {original_name}: its new name is {new_name}, and its new text, in "
        'place of the old, is "{updated_content}".',
    ),
    "Update the Markor note {original_name} by adding the following text, along with a new blank "
    'line before the existing content: "{header}", and rename it to {new_name}.': (
        'In Markor, put "{header}" at the top of {original_name}, followed by an empty line and '
        "then what it says now. Rename the note to {new_name}.",
        'Please let the Markor note {original_name} begin with "{header}" and a blank line, keep '
        "the old text below, and change the note's name to {new_name}.",
        "Rename {original_name} in Markor: call it {new_name}. Also add a heading above its text, "
        'with a blank line in between: "{header}".',
        "My Markor note {original_name} needs the new name {new_name}, and before its present "
        'text this line and an empty one: "{header}".',
    ),
}
