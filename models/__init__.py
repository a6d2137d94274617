"""Weights, their cards and hashes; no code that decides."""
