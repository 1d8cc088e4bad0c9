"""Questions about what is on a phone, as data: one file of TOML an app, no Python for a question.

`android_gym.task_suite.questions.schema` says what a file holds,
`android_gym.task_suite.questions.task` makes tasks of its entries, and
`android_gym.task_suite.questions.adapter` is what it takes to ask about another app.
docs/add_a_question.md walks through one.
"""
