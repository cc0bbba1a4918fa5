"""Checks and generators that the Makefile runs; no part of any package."""
