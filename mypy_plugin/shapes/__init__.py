"""The shapes of arrays, followed through the bodies of functions."""
