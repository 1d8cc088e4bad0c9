"""Tasks made of other data tasks: several in any order, in a given order, or one feeding another.

`android_gym.task_suite.composites.schema` describes the files, and
`android_gym.task_suite.composites.task` makes tasks of their entries. docs/add_a_composite.md walks
through one.
"""
