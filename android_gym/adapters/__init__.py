"""Adapters to other people's frameworks, thin, each importing its framework when it is used."""
