"""Questions about the content of a phone, as data: one TOML file per app, without Python.

`android_gym.task_suite.questions.schema` describes the files,
`android_gym.task_suite.questions.task` makes tasks of their entries, and
`android_gym.task_suite.questions.adapter` is what another app needs to be asked about.
docs/add_a_question.md walks through one.
"""
