"""The camera and the table: lens, plane, and how pixels map to the board."""
