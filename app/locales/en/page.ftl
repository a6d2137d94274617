# The page’s own labels. Longer sentences come from the other files. None takes an argument.

## The pages

page-skip = Skip to the page
page-pages = Pages
page-menu = Menu
page-table = Table
page-history = History
page-photo = Photographs
page-share = Share
page-language = Language
page-voice = Voice
page-voice-on = The referee speaks
page-voice-off = The referee is silent
page-voice-test = I will say what happens.
page-voice-blocked = Tap the page once, so that the browser lets the referee speak.
page-loading = One moment …
page-connecting = No connection. It comes back by itself; nothing is lost.
page-not-connected = The referee cannot be reached just now.
page-link-too-old = This link does not count any more. Scan the code anew.
page-not-allowed = This link does not allow that.
page-went-wrong = That did not work.
page-close = Close
page-back = Back
page-done = Done
page-remove = Remove
page-try-again = Try again
page-nobody-plays = Nobody plays at this table yet.

## Setting up a match

page-new-match = New match
page-left-off = A match was left off:
page-go-on = Go on with it
page-game-and-rules = The game
page-game = Rules
page-house-rules = House rules
page-players = Players
page-player = Player
page-add-player = + Add a player
page-names = Anna, Boris, Vera, Gleb, Dina, Egor
page-who-opens = Who opens?
page-opener-at-table = decided at the table
page-seats = Who sits where
page-seats-matter = Tell by the hand who has laid a tile, and ask if it was not that player’s turn
page-seats-how = As the camera sees the table. Tap a player, then a place.
page-hour = Place, as on a clock
page-begin = Begin
page-name-a-camera = Name the address of the camera.

## The camera

page-camera = Camera
page-this-device = This device, or one that joined
page-use-this-device = Use the camera of this device
page-which-device = Which one
page-camera-by-address = Another, by its address
page-camera-address = Address
page-use-another = Let another device be the camera
page-camera-waits = No other device is the camera yet. Let a phone join under “Share”, or use this device.
page-camera-opens = The camera is being opened …
page-camera-preview = Picture of this device’s camera
page-camera-connects = The pictures do not arrive yet.
page-camera-elsewhere = Another device is the camera of this table now.
page-camera-seen = The pictures arrive.
page-change-camera = Camera …
page-camera-start = Start the camera
page-camera-stop = Stop the camera
page-camera-off = The camera is off.
page-camera-on = The camera is on.
page-camera-asking = Allow the browser to use the camera.
page-camera-gone = The camera was unplugged or taken away. Choose one again.
page-camera-refused = The browser may not use the camera. Allow it in the settings of this page, then try again.
page-camera-none = There is no camera here.
page-camera-busy = Another program uses the camera. Close it, then try again.
page-camera-insecure = Browsers open a camera only by a safe address: use the link of the code under “Share”.
page-phone-camera = This phone as the camera
page-phone-camera-how = Put the phone above the table so that all tiles are in the picture. The screen stays on.

## At the table

page-scores = Scores
page-tiles-left = Tiles:
page-to-move = to move
page-winner = Winner
page-round = Round
page-question = Question
page-picture-live = The table as the camera sees it
page-picture-none = No picture has come yet.
page-hand-in-view = Something moves
page-enlarge = Large picture
page-board = The board
page-board-empty = No tile has been laid yet.
page-well = Left to draw:
page-tile = Tile
page-tile-waits = waits to be judged
page-cell-open = a tile fits here
page-orders = Orders
page-draw = Draw
page-pass = Pass
page-undo = Undo
page-overrule = Allow
page-next = Next
page-events = What happened
page-event = Event
page-hints = Show where tiles may go
page-it-is = It is …
page-not-laid = It was not laid
page-laid-by = It was laid by …
page-tile-digits = Three digits of a tile
page-digit-back = Take back a digit
page-triplet-shown = A higher triplet was shown …
page-dealt-otherwise = Dealt otherwise …
page-drawn-for-start = Which tiles were drawn?
page-enter-tiles = Enter the tiles
page-drew-for-start = Drawn by
page-lay-hands = Show the tiles that are left
page-lay-hands-how = Lay them face up beside the board, one player after another. I count them and ask.
page-type-tiles = enter by hand
page-clear-the-table = Clear the table and deal. The next round begins by itself when the table is empty, or with the button.
page-next-round = Next round
page-match-over = The match is over

## What was seen of an event

page-picture-before = Before
page-picture-after = After
page-picture-missing = This picture is missing.
page-board-before = The board before
page-board-after = The board after
page-readings = How it was read
page-leaflet = Leaflet

## The scoresheet

page-scoresheet = Scoresheet
page-print = Print
page-save-as = Save the scoresheet as

## Kept matches

page-no-matches = No match is kept yet.
page-no-such-match = There is no such match.
page-import = Import …
page-export = Export
page-statistics = Statistics
page-count-matches = Matches
page-count-wins = Won
page-count-points = Points
page-count-best = Best tile
page-count-bonuses = Bonuses
page-count-illegal = Refused
page-step = Step
page-step-back = One step back
page-step-on = One step on
page-play = Play
page-pause = Pause

## Photographs

page-choose-photos = Choose photographs
page-drop-photos = or drop them here: one is read as a board, several as a game with one for each turn
page-game-and-players = Rules and players
page-players-of-photos = For a game: names with commas between, in the order of their turns.
page-read-photos = Read
page-reading = The photographs are being read …
page-photo-sure = All of it is sure.
page-photo-unsure = Not all of it is sure. Please look at what is marked.
page-photo-too-large = is larger than 12 megabytes
page-photos-too-many = At most 60 photographs can be read at once.

## Other phones

page-not-shared = Other phones can join if the referee is started with this command:
page-share-how = Scan a code with a phone in the same network. The browser will warn of a certificate it does not know: it was made on this computer. Its fingerprint:
page-qr-code = QR code
page-role-camera = Camera
page-role-camera-may = This phone looks down at the table.
page-role-control = Remote control
page-role-control-may = This phone draws, passes, answers and corrects.
page-role-view = Watching
page-role-view-may = This phone shows the board and the scores.
page-copy-link = Copy the link
page-tables = Tables
page-table-name = Name of a table
page-table-name-how = Each table has its own camera and match. A name has small letters, digits and hyphens.
page-open-table = Open a table
page-copied = The link is copied.
