"""Tasks that change an app's rows, as data: add, change, copy or delete rows.

`android_gym.task_suite.changes.schema` describes the files, and
`android_gym.task_suite.changes.task` makes tasks of their entries. Rows, pools, conditions and
steps are those of `android_gym.task_suite.questions`. docs/add_a_change.md walks through one.
"""
