// @ts-check
/**
 * What the server sends, as far as the page reads it.
 *
 * @typedef {[number, number, "U" | "D"]} Cell
 * @typedef {[number, number, number]} Values
 * @typedef {"control" | "camera" | "view"} Role
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {number} seat
 * @property {number} total
 * @property {number | null} tiles
 * @property {number | null} hour
 *
 * @typedef {object} Laid
 * @property {Cell} cell
 * @property {Values} values
 * @property {number | null} [seat]
 *
 * @typedef {object} Answer
 * @property {string} order
 * @property {string} text
 *
 * @typedef {object} Question
 * @property {string} text
 * @property {string} ask
 * @property {Cell | null} [cell]
 * @property {Answer[]} answers
 *
 * @typedef {object} CameraState
 * @property {boolean} ok
 * @property {string | null} trouble
 * @property {string} text
 *
 * @typedef {object} BareTable
 * @property {string} name
 * @property {false} set_up
 * @property {string | null} source
 * @property {CameraState} camera
 * @property {number | null} left
 *
 * @typedef {object} State
 * @property {string} name
 * @property {number} match
 * @property {true} set_up
 * @property {{id: string, name: string}} ruleset
 * @property {Player[]} players
 * @property {number | null} to_move
 * @property {string} waits
 * @property {"deal" | "start_draw" | "open" | "play" | "show" | "over"} phase
 * @property {number} round
 * @property {number | null} opener
 * @property {number[]} show
 * @property {number[]} drawing
 * @property {number} well
 * @property {{tiles: Laid[], last: Cell | null, value: number}} board
 * @property {{cell: Cell, values: Values, text: string}[]} refused
 * @property {{cell: Cell, values: Values, why: string}[]} waiting
 * @property {Question | null} question
 * @property {Cell[] | null} legal
 * @property {CameraState} camera
 * @property {string} source
 * @property {number} last_event
 * @property {boolean} over
 * @property {number[]} winners
 * @property {Record<string, boolean>} keys
 *
 * @typedef {object} TableEvent
 * @property {number} number
 * @property {string} event
 * @property {number} at
 * @property {string[]} said
 * @property {string[]} levels
 * @property {string[]} pictures
 * @property {Cell} [cell]
 * @property {Values} [values]
 *
 * @typedef {object} SeenTile
 * @property {[number, number][]} corners
 * @property {Values | null} values
 * @property {string} kind
 * @property {boolean} sure
 * @property {Cell | null} cell
 * @property {"counts" | "refused" | "waiting" | "loose" | "facedown" | "unsure"} state
 *
 * @typedef {object} Look
 * @property {number} width
 * @property {number} height
 * @property {boolean} moving
 * @property {SeenTile[]} tiles
 *
 * @typedef {object} Check
 * @property {boolean} ok
 * @property {string} text
 * @property {[number, number, number, number][]} glare
 * @property {Look | null} look
 *
 * @typedef {object} Hello
 * @property {Role} role
 * @property {number | null} match
 * @property {number} last
 *
 * @typedef {object} Reading
 * @property {Cell} cell
 * @property {Values} values
 * @property {number} confidence
 * @property {boolean} sure
 * @property {[Values, number][]} chances
 *
 * @typedef {object} Packet
 * @property {{leaflet: string, number: string, heading: string} | null} rule
 * @property {Reading[]} readings
 * @property {string} board_before a position in one line
 * @property {string} board_after
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {{id: string, title: string}} section
 * @property {string} text
 * @property {"switch" | "number" | "choice"} kind
 * @property {boolean | number | string | null} value
 * @property {boolean} changed
 * @property {boolean} optional
 * @property {{value: string, text: string}[]} choices
 * @property {number | null} least
 * @property {number | null} most
 *
 * @typedef {object} Ruleset
 * @property {string} id
 * @property {string} name
 * @property {string} summary
 * @property {{id: string, name: string}} leaflet
 * @property {{least: number, most: number}} players
 * @property {Option[]} options
 *
 * @typedef {object} KeptMatch
 * @property {number} id
 * @property {string} table
 * @property {number} begun
 * @property {boolean} over
 * @property {{id: string, name: string}} ruleset
 * @property {{name: string, total: number, winner: boolean}[]} players
 * @property {string} state
 * @property {number} events
 * @property {boolean} readable
 * @property {TableEvent[]} [log]
 *
 * @typedef {object} PhotoRead
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {SeenTile[]} tiles
 * @property {boolean} sure
 * @property {string[]} said
 * @property {string[]} doubts
 * @property {{text: string, cells: Cell[]}[]} faults
 * @property {string | null} picture
 */

export {};
