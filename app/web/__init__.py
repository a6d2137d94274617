"""The page: a server for browsers at the table, and the API behind it."""
