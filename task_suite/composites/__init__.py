"""Tasks made of other entries of data: several at once, one after the other, or one for another.

`android_gym.task_suite.composites.schema` says what a file holds, and
`android_gym.task_suite.composites.task` makes tasks of its entries. docs/add_a_composite.md walks
through one.
"""
