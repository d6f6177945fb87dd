"""The results of the real libraries beside those of the systems, cell by cell. One module for each library."""
