"""What the real libraries compute, cell by cell, next to what the systems say. A module for each library."""
