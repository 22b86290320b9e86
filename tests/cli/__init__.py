"""Tests of the program around the analysis: run as users run it."""
