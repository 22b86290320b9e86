"""Walks the source and drives the shadow: names, scopes, calls, branches, loops, classes. It knows no rule."""
