# What stands on printed sheets and is said of them. Lengths are in millimetres.

print-ruler = 100 mm
print-board-title = tileref: calibration board
print-board-how = Print at 100 %, not fitted to the page. Both rulers must be 100 mm long: if they differ from each other, so do the sides of the squares, and the board is of no use. Glue it to something flat and stiff.
print-set-title = tileref: { $tiles } tiles, style { $style }
print-set-how = Print at 100 %, not fitted to the page, on card. The ruler must be 100 mm long; a tile's side is then { $side } mm. Cut along the lines: each runs straight across the sheet.
print-written = { $sheets ->
    [one] { $sheets } page of { $paper }
   *[other] { $sheets } pages of { $paper }
}: { $file }
print-scale = Print at 100 % (“actual size”), and measure the ruler on the sheet: it must be 100 mm long.
print-scale-backs = Print on both sides, turned over along the long edge.
print-next-board = Then: tileref calibrate 0 (the number of a camera, a video, or photographs of the board)
