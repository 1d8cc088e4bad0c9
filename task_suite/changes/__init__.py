"""Tasks that change what an app holds, as data: rows to add, to change, to copy, to delete.

`android_gym.task_suite.changes.schema` says what a file holds, and
`android_gym.task_suite.changes.task` makes tasks of its entries. Rows, pools, conditions and steps
are those of `android_gym.task_suite.questions`. docs/add_a_change.md walks through one.
"""
