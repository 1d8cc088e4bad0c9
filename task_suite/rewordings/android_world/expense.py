"""Goals of Pro Expense in other words."""

from __future__ import annotations

REWORDINGS = {
    "Add the following expenses into the pro expense:\n{expenses}": (
        "Please enter these expenses in pro expense:\n{expenses}",
        "Here is what I spent. Put all of it into the pro expense app:\n{expenses}",
        "Open pro expense and create an entry for each expense listed here:\n{expenses}",
        "My bookkeeping in pro expense lacks the expenses below, so add them:\n{expenses}",
    ),
    "Go through the transactions in my_expenses.txt in Markor. Log the reimbursable transactions "
    "in the pro expense.": (
        "Read my_expenses.txt in Markor and enter every transaction in it that is reimbursable "
        "into pro expense.",
        "Which transactions in Markor's my_expenses.txt are reimbursable? Add just those to the "
        "pro expense app.",
        "Some transactions in the Markor file my_expenses.txt will be reimbursed. Record these, "
        "and no others, in pro expense.",
        "I noted transactions in my_expenses.txt, which Markor opens. Please transfer the "
        "reimbursable ones to pro expense.",
    ),
    "Delete the following expenses from pro expense: {names}.": (
        "Please remove these expenses from pro expense: {names}.",
        "In pro expense, get rid of the following: {names}.",
        "Some entries in the pro expense app are wrong and have to go, namely {names}.",
        "Open pro expense and erase what is listed here: {names}.",
    ),
    "Delete all but one of any expenses in pro expense that are exact duplicates, ensuring at "
    "least one instance of each unique expense remains.": (
        "Some expenses in pro expense were entered more than once, exactly alike. Remove the "
        "surplus copies so that every expense is there once.",
        "Clean up pro expense: where entries are identical in everything, keep one of them and "
        "delete the others.",
        "Look for exact duplicates in the pro expense app and delete the extra ones. One of each "
        "must stay.",
        "No expense should stand in pro expense twice. Delete repetitions that agree in every "
        "detail, but never the last copy.",
    ),
}
