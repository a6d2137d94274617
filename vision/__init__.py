"""From a frame to tiles, values and a position: what the camera sees."""
