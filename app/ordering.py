"""What becomes of a game by what people tell the referee. What they say is judged like anything else."""

from dataclasses import replace
from typing import assert_never

from tileref.engine.hands import Hand
from tileref.engine.match import Event
from tileref.engine.record import Accepted, Record, Refused
from tileref.engine.triangles import (
    Cell,
    Deal,
    Digits,
    Draw,
    Opener,
    Pass,
    Phase,
    Place,
    Placement,
    Reveal,
    Show,
    StartDraw,
    Tile,
    Timeout,
    find_tile,
    tile_of,
    tile_set,
)
from tileref.game import Game, Laid, Refusal, Told, add_missed_draw, deal_hidden, find_laid, replace_event, strike_draw
from tileref.happenings import (
    Answered,
    Cleared,
    Corrected,
    Drew,
    Entered,
    Happening,
    Noted,
    Placed,
    Rejected,
    Reseated,
    Undone,
)
from tileref.known import triangle_match
from tileref.orders import (
    AnswerQuestion,
    CorrectSeat,
    CorrectTile,
    DealAnew,
    DrawnForStart,
    DrawTile,
    NameOpener,
    NextRound,
    Order,
    OrderError,
    OverruleRefusal,
    PassTurn,
    RevealTriplet,
    ShowHand,
    TimeUp,
    UndoLast,
)
from tileref.questions import answer, find_question

Outcome = tuple[Game, tuple[Happening, ...]]


def carry_out(game: Game, order: Order, *, time: float | None = None) -> Outcome:
    """The game after an order, and what that brought about; the board is to be judged anew after it.

    An OrderError says why it means nothing now; what is against the rules is `Rejected`, and changes nothing.
    """
    match order:
        case UndoLast():
            return _undo(game, time)
        case OverruleRefusal():
            return _overrule(game, time)
        case AnswerQuestion(number):
            question = find_question(game)
            if question is None:
                raise OrderError("nothing was asked")
            chosen = question.choose(number)
            return answer(game, question, chosen), (Answered(question, chosen),)
        case CorrectTile(at, to):
            return _correct_tile(game, at, to, time)
        case CorrectSeat(seat):
            return _correct_seat(game, seat, time)
        case NextRound():
            if game.state.phase is not Phase.DEAL:
                raise OrderError("the round is not over yet")
            return begin_round(Game(game.record), time=time)
        case DealAnew(counts):
            return _deal_anew(game, counts, time)
        case _:
            return enter(game, _event_of(game, order), time)


def begin_round(game: Game, *, time: float | None = None) -> Outcome:
    """The next round, dealt by the rules: its board is empty now."""
    record = deal_hidden(game.record, time=time)
    return Game(record), (Cleared(), Entered(record.steps[-1]))


def _event_of(
    game: Game, order: DrawTile | PassTurn | TimeUp | NameOpener | DrawnForStart | RevealTriplet | ShowHand
) -> Event:
    state = game.state
    mover = state.to_move or 0
    match order:
        case DrawTile(seat):
            return Draw(mover if seat is None else seat)
        case PassTurn(seat):
            return Pass(mover if seat is None else seat)
        case TimeUp(seat):
            return Timeout(mover if seat is None else seat)
        case NameOpener(seat):
            return Opener(seat)
        case DrawnForStart(tiles):
            return StartDraw(tiles)
        case RevealTriplet(tile):
            if state.opener is None:
                raise OrderError("nobody has said who opens: say that first, as in 'opener Anna'")
            return Reveal(state.opener, tile)
        case ShowHand(seat, tiles):
            if tiles is None or seat is None:
                raise OrderError("no hand is in view; say which tiles it holds")
            return Show(seat, tiles)
        case _:
            assert_never(order)


def enter(game: Game, event: Event, time: float | None) -> Outcome:
    """Write down something that no picture shows, if the rules allow it."""
    outcome = game.record.submit(event, time=time)
    if not isinstance(outcome, Accepted):
        return game, (Rejected(event, outcome.faults, game.state),)
    return replace(game, record=outcome.record, struck={}), (Entered(outcome.record.steps[-1]),)


def show_hand(game: Game, seat: int, tiles: frozenset[Tile], time: float | None) -> Outcome:
    """Write down what a seat had left, which is the truth: where it is more or less than was counted, draws were
    forgotten or did not happen."""
    happenings: list[Happening] = []
    shown = game
    while game.state.phase is Phase.SHOW and (wrong := shown.state.hands[seat].count - len(tiles)):
        change = strike_draw if wrong > 0 else add_missed_draw
        outcome = change(shown.record, seat, time=time)
        if outcome is None or outcome.difference is None or shown.state.phase is not Phase.SHOW:
            return enter(game, Show(seat, tiles), time)
        shown = replace(shown, record=outcome.record)
        happenings.append(Undone(Draw(seat), outcome.difference) if wrong > 0 else Drew(seat, outcome.difference))
    shown, entered = enter(shown, Show(seat, tiles), time)
    return (game, entered) if isinstance(entered[0], Rejected) else (shown, (*happenings, *entered))


def _undo(game: Game, time: float | None) -> Outcome:
    last = game.record.steps[-1] if game.record.steps else None
    if last is None or isinstance(last.event, Deal):
        raise OrderError("there is nothing to undo in this round")
    outcome = game.record.undo(time=time)
    assert outcome is not None, "there is a step to undo"
    assert outcome.difference is not None, "an undo makes a difference"
    if not isinstance(last.event, Place):
        undone = replace(game, record=outcome.record, leftover=False)
        return undone, (Undone(last.event, outcome.difference),)
    placement = last.event.placement
    if placement.cell in game.missing:
        undone = replace(game, record=outcome.record, leftover=False)
        return undone, (Undone(last.event, outcome.difference),)
    # The tile still lies there, and must not count again because it is seen.
    refused = {**game.refused, placement.cell: Refusal(placement.digits, undone=True)}
    game = replace(game, record=outcome.record, refused=refused, leftover=False)
    return game, (Undone(last.event, outcome.difference, placement),)


def _overrule(game: Game, time: float | None) -> Outcome:
    """Let the tile count that was refused last."""
    if not game.refused:
        raise OrderError("nothing was refused that still lies there")
    cell, refusal = list(game.refused.items())[-1]
    state = game.state
    told, seat = game.told.get(cell), _seat_of(game, cell)
    event = Place(seat, cell, refusal.digits)
    outcome = game.record.submit(event, overrule=True, time=time)
    if not isinstance(outcome, Accepted):
        return game, (Rejected(event, outcome.faults, state),)
    refused = {at: other for at, other in game.refused.items() if at != cell}
    # It must not be taken for another when it is seen again.
    word = Told(told.seen if told else refusal.digits, refusal.digits, seat)
    game = replace(game, record=outcome.record, refused=refused, told={**game.told, cell: word}, struck={})
    return game, (Placed(outcome.record.steps[-1]),)


def _deal_anew(game: Game, counts: tuple[int, ...], time: float | None) -> Outcome:
    """Another deal than by the rules: before the first tile, in the place of the one that was taken for granted."""
    state = game.state
    everything = len(tile_set(state.ruleset.chirality))
    if sum(counts) > everything or not all(counts):
        raise OrderError(f"{sum(counts)} tiles cannot be dealt: the set has {everything}, and everybody gets some")
    deal = Deal(tuple(Hand[Tile].hidden(count) for count in counts), Hand[Tile].hidden(everything - sum(counts)))
    steps = game.record.steps
    dealt = next((step for step in reversed(steps) if isinstance(step.event, Deal)), None)
    if len(state.board) or dealt is None or state.phase not in (Phase.START_DRAW, Phase.OPEN):
        raise OrderError("tiles are dealt before the first one is laid")
    outcome = game.record.correct(dealt.number, [deal], overrule=True, time=time)
    if not isinstance(outcome, Accepted):
        raise OrderError("the tiles cannot be dealt like that")
    step = next(step for step in outcome.record.steps if step.number == dealt.number)
    return replace(game, record=outcome.record), (Entered(step),)


# Corrections.


def _correct_tile(game: Game, at: Tile | Cell, to: Digits | None, time: float | None) -> Outcome:
    cell = _cell_of(game, at)
    known = game.known
    seen = known[cell]
    told = game.told.get(cell) or Told(seen, seen)
    if to is None:
        return _strike(game, cell, replace(told, digits=None), time)
    digits = _turned(game, cell, to)
    game = replace(game, told={**game.told, cell: replace(told, digits=digits)})
    laid = _laid_in(game.record, cell)
    if laid is not None and laid.place.digits == digits:
        # It counts as what it is, and now by a person's word.
        return game, (Noted(Placement(cell, digits), digits),)
    if laid is None:
        # It does not count yet, and is judged anew as what it is.
        refused = {other: it for other, it in game.refused.items() if other != cell}
        return replace(game, refused=refused), (Noted(Placement(cell, seen), digits),)
    return _replace_place(game, laid, replace(laid.place, digits=digits), time)


def _strike(game: Game, cell: Cell, told: Told, time: float | None) -> Outcome:
    """What lies in a cell was never laid there."""
    laid = _laid_in(game.record, cell)
    game = replace(
        game,
        told={**game.told, cell: told},
        refused={other: it for other, it in game.refused.items() if other != cell},
        waiting={other: it for other, it in game.waiting.items() if other != cell},
        missing=game.missing - {cell},
    )
    if laid is None:
        return game, (Noted(Placement(cell, told.seen), None),)
    events = replace_event(game.record, laid.step, ())
    outcome = game.record.correct(laid.step.number, events, overrule=True, time=time)
    if not isinstance(outcome, Accepted) or outcome.difference is None:
        raise OrderError("the tile cannot be taken out of the record")
    return _reconsider(replace(game, record=outcome.record)), (Undone(laid.place, outcome.difference),)


def _correct_seat(game: Game, seat: int, time: float | None) -> Outcome:
    """The last tile was laid by another seat; if it was the first of the round, that seat opened it."""
    laid = next(find_laid(game.record), None)
    if laid is None:
        raise OrderError("no tile has been laid yet")
    record = game.record
    if laid.place.seat == seat:
        raise OrderError(f"{record.players[seat]} is who laid the last tile, as far as is known")
    if triangle_match(laid.step.before).phase is Phase.OPEN:
        named = next((step for step in reversed(record.steps) if isinstance(step.event, Opener)), None)
        if named is not None and named.number < laid.step.number:
            renamed = record.correct(named.number, replace_event(record, named, (Opener(seat),)), time=time)
            assert isinstance(renamed, Accepted), "whoever opens, may"
            laid = next(find_laid(renamed.record))
            game = replace(game, record=renamed.record)
    return _replace_place(game, laid, replace(laid.place, seat=seat), time)


def _replace_place(game: Game, laid: Laid, place: Place, time: float | None) -> Outcome:
    """Put what was really laid into the record; it lies on the table, whatever is wrong with it."""
    events = replace_event(game.record, laid.step, (place,))
    outcome = game.record.correct(laid.step.number, events, overrule=True, time=time)
    if not isinstance(outcome, Accepted) or outcome.difference is None:
        faults = outcome.faults if isinstance(outcome, Refused) else ()
        return game, (Rejected(place, faults, triangle_match(laid.step.before)),)
    game = _reconsider(replace(game, record=outcome.record))
    if place.seat != laid.place.seat:
        return game, (Reseated(place.placement, place.seat, outcome.difference),)
    return game, (Corrected(laid.place.placement, place.placement, outcome.difference),)


def _reconsider(game: Game) -> Game:
    """What was refused and would not be after a correction is to be judged anew, since it lies there still."""
    state = game.state
    kept = {
        cell: refusal
        for cell, refusal in game.refused.items()
        if refusal.undone or state.faults(Place(_seat_of(game, cell), cell, refusal.digits))
    }
    return replace(game, refused=kept)


def _seat_of(game: Game, cell: Cell) -> int:
    """Whose tile lies in a cell and does not count: who is said to have laid it, or whose turn it is."""
    told = game.told.get(cell)
    return told.laid_by if told is not None and told.laid_by is not None else game.state.to_move or 0


def _cell_of(game: Game, at: Tile | Cell) -> Cell:
    """Where the tile lies that is meant."""
    known = game.known
    if isinstance(at, Cell):
        if at not in known:
            raise OrderError("no tile lies there")
        return at
    true = {**known, **{cell: told.digits for cell, told in game.told.items() if told.digits is not None}}
    for cell, digits in (*reversed([*true.items()]), *reversed([*known.items()])):
        if tile_of(digits) == at:
            return cell
    raise OrderError(f"no tile {'-'.join(map(str, at))} lies on the board")


def _turned(game: Game, cell: Cell, to: Digits) -> Digits:
    """The digits corner by corner: turned so that most corners show what was read there, and else what fits."""
    seen = game.known[cell]
    a, b, c = find_tile(to, game.state.ruleset.chirality) or tile_of(to)
    board = game.lying
    beside = board.remove(cell) if cell in board else board
    turns: list[Digits] = [(a, b, c), (b, c, a), (c, a, b)]
    return max(
        turns,
        key=lambda digits: (
            sum(one == other for one, other in zip(digits, seen, strict=True)),
            -len(beside.placement_faults(Placement(cell, digits))),
        ),
    )


def _laid_in(record: Record, cell: Cell) -> Laid | None:
    """The step that laid what lies in a cell, of the round that is played or was played last."""
    last = next((step.number for step in reversed(record.steps) if isinstance(step.event, Deal)), 0)
    return next((laid for laid in find_laid(record) if laid.place.cell == cell and laid.step.number > last), None)
