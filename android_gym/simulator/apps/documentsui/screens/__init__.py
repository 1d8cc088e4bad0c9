"""The screens of Files."""
