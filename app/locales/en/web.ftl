# What the server of the page says: about the camera, and to whom it refuses something.

web-camera-fine = The camera works.
web-camera-none = No camera looks at the table yet.
web-camera-ended = The recording is over.
web-camera-fault = The picture of the camera cannot be judged: { $detail }.
web-camera-lost = No picture comes from the camera.
web-camera-frozen = The picture of the camera stands still.
web-camera-dark = It is too dark to see the table.
web-camera-garbage = The camera sends no picture that can be read.
web-camera-number = camera { $number }
web-check = I see { $tiles ->
    [0] no tile
    [one] { $tiles_shown } tile
   *[other] { $tiles_shown } tiles
}. { $light ->
    [dark] It is too dark.
    [glare] There is glare where it is marked.
   *[fine] The light is fine.
}{ $sharp ->
    [no] {" "}The picture is not sharp.
   *[yes] {""}
}

## Refusals.

web-no-picture = No picture of the table { $table } has come yet.
web-not-set-up = Nothing is played at the table { $table } yet.
web-being-played = A match is being played at the table { $table }.
web-nothing-left = No match was left at the table { $table }.
web-no-table = There is no table { $table }.
web-too-many-tables = { $most_shown } tables are all there can be at once.
web-played-elsewhere = Match { $match } is being played at the table { $table }.
web-no-such-source = { $source } is no camera here: that is the number of one, its address, or what was named when the server was started.
web-other-camera = Another device is the camera of the table { $table }.
web-other-source = Another camera was chosen for the table { $table }.
web-no-jpeg = That is no JPEG picture.
web-frame-too-large = The picture is { $width_shown } × { $height_shown } pixels; { $most_shown } a side are the most.
web-question-gone = That is not asked any more.
web-match-over = Match { $match } is over.
web-not-triangles = Match { $match } is not one of triangular dominoes.
web-no-photo = Send at least one photograph.
web-too-many-photos = { $most_shown } photographs are the most at once.
web-photo-too-large = { $name } is too large: a photograph may have { $most_shown } MB.
web-too-busy = Others are being served; try again in a while.
web-role = This link is for watching only; a link for control may do that.
web-role-camera = This link is for watching only; a link for the camera may do that.
web-no-token = This link is not valid any more: scan the code of today.
web-foreign-host = This server is not reached under that name.
web-foreign-origin = Only its own pages may use this server.
web-too-many-requests = These are too many requests at once; try again in a while.
web-too-many-fields = The address has too many fields.
web-too-large = That is too large: { $most_shown } MB are the most.
web-too-slow = It took too long to arrive.
web-no-message = That is no message that is known here.
web-not-found = There is no such page.
web-not-allowed = That cannot be done here.
web-not-as-described = The request is not as described here.
web-malformed = The request is not as described: { $where }: { $what }.
web-failed = Something went wrong here; it is in the log of the server.

## The terminal of `tileref watch --page`.

web-serves = The page is at { $url } – press Ctrl-C to end.
web-shares = Who opens one of these links is at the table; press Ctrl-C to end.
web-link-control = To set up and press the buttons: { $url }
web-link-camera = For the phone that looks down at the table: { $url }
web-link-view = To watch only: { $url }
web-fingerprint = Browsers do not know this server and warn of it. The certificate is ours if its SHA-256 fingerprint is { $fingerprint }
web-ended = The page is closed; the matches are kept.
