"""What the text of a file says about its variables: their assignments, and the values that they may hold."""
