"""Measures what torch does. Needs torch; for developers and tests only, never imported by the linter."""
