# What is said while a camera is calibrated. $part is one of calibration-part-*.

calibration-part-middle = the middle
calibration-part-upper-left = the upper left corner
calibration-part-upper-right = the upper right corner
calibration-part-lower-left = the lower left corner
calibration-part-lower-right = the lower right corner
calibration-part-left = the left edge
calibration-part-right = the right edge
calibration-part-top = the upper edge
calibration-part-bottom = the lower edge

calibration-begin = Hold the calibration board in view of { $source } and keep it still for a moment, again and again elsewhere. It need not be wholly in view. The focus must stay as it is: turn autofocus off if you can.
calibration-keys = q ends it with the views there are.
calibration-views = { $count ->
    [one] { $count } view
   *[other] { $count } views
} of { $enough }
calibration-to-part = Show the board at { $part } of the picture.
calibration-to-middle = Show the board in the middle of the picture.
calibration-tilt-left = Tilt the board: what is its left side in the picture nearer to the camera.
calibration-tilt-right = Tilt the board: what is its right side in the picture nearer to the camera.
calibration-tilt-top = Tilt the board: what is its upper side in the picture nearer to the camera.
calibration-tilt-bottom = Tilt the board: what is its lower side in the picture nearer to the camera.
calibration-more = Go on: nearer, further, turned.
calibration-done = That is enough.
calibration-now-moving = Hold it still.
calibration-now-known = This view is there already: hold it elsewhere.
calibration-now-taken = Taken.
calibration-now-absent = I do not see the board.
calibration-now-blurred = The board is not sharp, or too far off.
calibration-now-partial = Too little of the board can be read.

calibration-view-at = { $source } at { $seconds } s
calibration-left-out = Left out, for it does not agree with the others: { $view }, { $error } pixels off.
calibration-bare-picture = No board: { $source }
calibration-good = Good: { $error } px.
calibration-fair = Usable: { $error } px, but { $why }; { $do }.
calibration-poor = the calibration is poor ({ $error } px) and was not saved, because { $why }; { $do }
calibration-why-inexact = the lens does not show the board where it is seen
calibration-do-inexact = take all pictures with one camera, leave its focus and zoom alone, and hold the board still, on something flat and stiff
calibration-why-unsteady = other views would have given another lens
calibration-do-unsteady = take more views, tilted all ways, out to the corners of the picture
calibration-why-parts = no view reached { $parts }
calibration-do-parts = take views there too
calibration-saved = Saved for pictures of { $width } × { $height } pixels and any other size of that shape: { $file }
calibration-use = tileref read, score and watch use it with --calibration { $file }

## Why there is no calibration; each is one sentence.

calibration-no-board = the calibration board cannot be seen in { $source } (`tileref print calibration` makes one)
calibration-blurred = what looks like the calibration board in { $source } is too blurred or too small to be read: hold it nearer and still, in focus, with more light
calibration-partial = too little of the calibration board can be read in { $source }: a quarter of it must be in view, sharp and lit evenly
calibration-moving = the calibration board is never held still in { $source }: pause for a moment in each place
calibration-few = { $count ->
    [one] there is only { $count } view of the board in { $source }; at least { $fewest } that differ are needed, and { $enough } make a good calibration
   *[other] there are only { $count } views of the board in { $source }; at least { $fewest } that differ are needed, and { $enough } make a good calibration
}
calibration-same = the board is held the same way in all { $pictures } pictures of it in { $source }; at least { $fewest } that differ are needed, and { $enough } make a good calibration
calibration-other-size = { $picture } is { $width } × { $height } pixels, and others are { $width_before } × { $height_before }: all pictures must be of one camera, held one way up
calibration-disagree = the views in { $source } do not agree with each other: all pictures must be of one camera at one zoom and focus, and the board flat
calibration-strange = no lens fits the views in { $source }: they leave too much open, or it is a fisheye; take more views, tilted all ways
