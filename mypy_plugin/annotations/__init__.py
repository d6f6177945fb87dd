"""Annotations that name a dtype."""
