# Что говорит судья. Число $n выбирает форму слова, $n_shown – как оно пишется. $well – как игра называет запас: well
# (колодец), bank (банк) или bazaar (базар). Имена не склоняются и не требуют рода: глаголы в настоящем времени.

cited = { $text } (правила { $leaflet }, п. { $rule })
list-and = { $before } и { $last }
list-or = { $before } или { $last }
line-name = «{ $line }»

## Числа с существительными.

points = { $points_shown } { $points ->
    [one] очко
    [few] очка
   *[many] очков
}
bonus-points = { $bonus_shown } { $bonus ->
    [one] очко
    [few] очка
   *[many] очков
}
tiles-counted = { $count_shown } { $count ->
    [one] костяшка
    [few] костяшки
   *[many] костяшек
}
tiles-taken = { $count_shown } { $count ->
    [one] костяшку
    [few] костяшки
   *[many] костяшек
}
tiles-each = по { $count_shown } { $count ->
    [one] костяшке
    [few] костяшки
   *[many] костяшек
}
tiles-limit = { $count_shown } { $count ->
    [one] костяшки
   *[many] костяшек
}
tiles-needed = { $needed_shown } { $needed ->
    [one] костяшка
    [few] костяшки
   *[many] костяшек
}
tiles-to-take = { $needed_shown } { $needed ->
    [one] костяшку
    [few] костяшки
   *[many] костяшек
}
the-well = { $well ->
    [bank] Банк
    [bazaar] Базар
   *[well] Колодец
}
in-well = { $well ->
    [bank] в банке
    [bazaar] на базаре
   *[well] в колодце
}
from-well = { $well ->
    [bank] из банка
    [bazaar] с базара
   *[well] из колодца
}

## Что происходит.

dealt = Раунд { $round_shown }: { $hands ->
    [1] на руке { tiles-counted }
   *[other] каждому { tiles-each }
}, { in-well } { $left_shown }.
dealt-unevenly = Раунд { $round_shown }: костяшки розданы, { in-well } { $left_shown }.
start-draw = Жребий: { $drawn }.
start-drawn = Жребий: { $drawn }. Начинает { $player }.
drawn-for-start = { $player } { $tile }
draw-again = Поровну! Тянут ещё раз: { $players }.
deal-again = Поровну! Раздаём заново.
deal-again-no-double = Ни у кого нет дубля. Раздаём заново.
opens = Раунд открывает { $player }.
reveals = { $player } показывает { $tile }: право первого хода.

opens-with = { $player } открывает раунд: { $tile }.
opens-with-for = { $player } открывает раунд: { $tile }, { points }. Всего { $total_shown }.
opens-with-for-bonus = { $player } открывает раунд: { $tile }, { $points ->
    [0] { bonus-points } за три нуля
   *[other] { points } и ещё { $bonus_shown } за первый ход
}. Всего { $total_shown }.
lays = { $player } кладёт { $tile }.
lays-at-end = { $player } кладёт { $tile } { end }.
lays-for = { $player } кладёт { $tile }: { points }. Всего { $total_shown }.
lays-for-bonus = { $player } кладёт { $tile }: { $kind ->
    [bridge] мост
    [two_sides] совпали две стороны
    [three_sides] совпали три стороны
    [all_three] совпали все три цифры
    [hexagon] шестиугольник
    [double_hexagon] двойной шестиугольник
   *[triple_hexagon] тройной шестиугольник
}! { points } и бонус { $bonus_shown }. Всего { $total_shown }.
end = { $end ->
    [L] слева
   *[R] справа
}

draws = { $player } берёт костяшку { from-well }.
draws-penalty = { $player } { $well ->
    [bank] покупает костяшку
   *[well] берёт костяшку { from-well }
}: { points }. Всего { $total_shown }.
well-emptied = { the-well } теперь пуст.
passes = { $player } пропускает ход.
passes-penalty = { $player } пропускает ход: { points }. Всего { $total_shown }.
time-is-up = Время вышло! Пора ходить: { $player }.
times-out = Время вышло! { $player } { $count ->
    [0] пропускает ход
   *[other] берёт { tiles-taken } { from-well } и пропускает ход
}.
times-out-penalty = Время вышло! { $player } { $count ->
    [0] пропускает ход
   *[other] берёт { tiles-taken } { from-well } и пропускает ход
}: { points }. Всего { $total_shown }.
shows = { $player } показывает { tiles-taken }: { points }.

throws = { $player } бросает кости: { $dice }.
throws-again = { $player } перебрасывает { $count ->
    [one] { $count_shown } кость
    [few] { $count_shown } кости
   *[many] { $count_shown } костей
}: { $dice }.
fills = { $player } пишет в строку { $line } { $points ->
    [0] ноль
   *[other] { points }
}. Всего { $total_shown }.
fills-with-joker = Джокер! { $player } пишет в строку { $line } { points }. Всего { $total_shown }.
further-yacht = Ещё одна яхта! { $player } получает бонус: { points }. Всего { $total_shown }.

stands-though = Засчитано, хотя это против правил. { $fault }

## Конец раунда и партии.

is-out = { $player } остаётся без костяшек!
is-out-with-last-turns = { $player } остаётся без костяшек! { $count ->
    [1] Остаётся один ход: { $others }
   *[other] Остаётся по одному ходу: { $others }
}.
round-won = Раунд { $round_shown } окончен: { $count ->
    [1] побеждает { $players }
   *[other] побеждают { $players }
}.
round-won-alone = Раунд { $round_shown } окончен.
round-blocked = { $well ->
    [bazaar] Рыба!
   *[well] Ходить больше некому.
} { $count ->
    [0] В раунде { $round_shown } нет победителя
    [1] Меньше всего на руке, и раунд { $round_shown } выигрывает { $players }
   *[other] На руке поровну, и раунд { $round_shown } выигрывают { $players }
}.
round-blocked-alone = Ходить больше нечем. Раунд { $round_shown } окончен.
cards-full = Все строки заполнены.
game-played = Игра { $round_shown } окончена: { $count ->
    [1] побеждает { $players }
   *[other] победу делят { $players }
}.
settles = { $player }: { $parts }. Всего { $total_shown }.
part-out = { points } за последнюю костяшку
part-hands = { points } за костяшки соперников
part-own-hand = { points } за свои костяшки
part-upper-bonus = бонус { points } за верхнюю секцию
match-won = { $count ->
    [1] Партия окончена: побеждает { $players }!
   *[other] Партия окончена: победу делят { $players }!
}
match-over-alone = Партия окончена!
score = { $player } { $total_shown }
final-scores = Итоговый счёт: { $scores }.

## Чего ждёт стол.

waits-deal = Раунд { $round_shown }: { $hands ->
    [1] возьмите { tiles-taken }
   *[other] раздайте { tiles-each }
}.
waits-start-draw = Кто начинает? Тянут по одной костяшке { from-well }: { $players }.
waits-triplet = У кого самый старший триплет? Этот игрок открывает раунд.
waits-double = У кого самый старший дубль? Этот игрок открывает раунд.
waits-opening = Раунд открывает { $player }.
waits-opening-with = Раунд открывает { $player }: { $tiles }.
waits-opening-from-well = Раунд открывает { $player }, любой костяшкой { from-well }.
waits-move = Ходит { $player }.
waits-last-move = Ходит { $player }, последний раз в этом раунде.
waits-show = { $how ->
    [blocked] Ходить больше некому
   *[out] Раунд окончен
}. Покажите костяшки: { $players }.
waits-nothing = Партия окончена.
waits-throw = Бросает { $player }.
waits-throw-or-line = { $player } бросает ещё ({ $count ->
    [one] остался { $count_shown } бросок
    [few] осталось { $count_shown } броска
   *[many] осталось { $count_shown } бросков
}) или заполняет строку.
waits-line = { $player } заполняет строку.

## Почему нельзя.

fault-bad-tile = Нет в наборе: { $tiles }.
fault-mirrored = Костяшки { $tile } нет, есть { $instead }: цифры читаются по часовой стрелке.
fault-lies-in-cell = { $tile } уже лежит на столе, клетка { $cell }.
fault-lies = Уже на столе: { $tiles }.
fault-lies-or-held = Уже на столе или на другой руке: { $tiles }.
fault-occupied = Клетка { $cell } занята: там лежит { $tile }.
fault-no-side = { $tile } не прилегает стороной ни к одной костяшке.
fault-side-mismatch = { $tile } не подходит к { $other }: на общей стороне здесь { $digits }, а там { $theirs }.
fault-corner-mismatch = { $tile } не подходит: её угол { $digits } касается угла { $theirs } у { $other }.
fault-wrong-end = { $tile } сюда не подходит, зато подходит { end }, где { $pips_shown }.
fault-no-match = { $tile } не подходит: слева { $left_shown }, справа { $right_shown }.
fault-must-open-with-double = Раунд открывает старший дубль, { $tile }.
fault-no-double = Раунд открывают дублем.
fault-wrong-opener = Не { $player }: раунд открывает { $opener }.
fault-higher-double = Раунд открывает { $opener }: дубль { $tile } старше.
fault-opener-without-double = { $player } не может открыть раунд: нет дубля.
fault-must-open-with = Открыть раунд надо костяшкой { $tiles }.
fault-reveal-first = Начать с 0-0-0 можно, но сначала надо показать { $tile }.
fault-reveal-highest = Показать надо старший триплет, { $tile }.
fault-reveal-triplet = Показать надо триплет: три одинаковые цифры.
fault-hands-dealt = Раздача неверна: игроков за столом { $players_shown }, а роздано рук { $count_shown }.
fault-dealt-twice = Раздача неверна, одна костяшка встречается дважды: { $tiles }.
fault-wrong-deal = Раздача неверна: нужно каждому { tiles-each } и { in-well } { $left_shown }.
fault-start-draw = Кто начинает, решают по одной костяшке: { $players }. А показано { $count_shown }.
fault-tiles-taken = Взять надо { tiles-to-take }, а не { $count_shown }.
fault-tiles-shown = { $player }: на руке должно быть { tiles-needed }, а показано { $count_shown }.
fault-not-your-turn = { $player }, ещё не время: ходит { $mover }.
fault-turn-over = { $player }, этот ход уже окончен: ходит { $mover }.
fault-not-in-hand = { $player }: на руке нет { $tiles }.
fault-not-in-well = Нет { in-well }: { $tiles }.
fault-must-play-bought = После покупки кладут только купленное: { $tiles }.
fault-draw-with-move = { $player }, брать нельзя: { fits-there }.
fault-pass-with-move = { $player }, пропускать нельзя: { fits-there }.
fits-there = { $tile } подходит { $where ->
    [cell] в клетку { $cell }
    [L] слева
   *[R] справа
}
fault-pass-with-well = { $player }, пропускать рано: { in-well } ещё { tiles-counted }.
fault-draw-limit = { $player }, хватит: за ход берут не больше { tiles-limit }.
fault-well-empty = { the-well } пуст, брать нечего.
fault-bad-dice = Бросают пять костей, на каждой от 1 до 6, а не { $dice }.
fault-bad-dice-again = Каждой переброшенной кости нужно своё место среди пяти и число от 1 до 6.
fault-no-roll = { $player }, сначала надо бросить все пять костей.
fault-roll-limit = { $player }, хватит: за ход бросают не больше { $count_shown } { $count ->
    [one] раза
   *[many] раз
}.
fault-line-filled = Строка { $line } уже заполнена. { $count ->
    [0] Свободных строк нет
    [1] Свободна { $lines }
   *[other] Свободны { $lines }
}.
fault-must-use-upper = Пять одинаковых: сначала строка { $lines }.
fault-must-use-lower = Пять одинаковых: сначала нижняя секция, { $lines }.
fault-not-now = Не сейчас. { $waiting }
fault-hand-known = { $player }: эти костяшки уже посчитаны.
fault-card-full = { $player }: карточка уже заполнена.
fault-no-such-seat = Места { $seat_shown } за столом нет, мест { $count_shown }.
fault-match-over = Партия уже окончена.

## Исправления и то, что потом показывают руки.

entry-removed = Запись { $entry_shown } вычеркнута.
entry-replaced = Запись { $entry_shown } теперь такая: { $text }
entry-void = Запись { $entry_shown } не действует. { $fault }
entry-faulty = Запись { $entry_shown } теперь против правил. { $fault }
entry-in-order = Запись { $entry_shown } теперь по правилам.
now-void = { $tile } больше не засчитывается. { $fault }
now-void-turn = Теперь это не засчитывается. { $fault }
now-faulty = { $tile } теперь лежит против правил. { $fault }
now-faulty-turn = Теперь это против правил. { $fault }
now-in-order = { $tile } теперь лежит по правилам.
total-changed = { $player }: было { $before_shown }, стало { $after_shown }.
totals-unchanged = Счёт остаётся прежним.
match-goes-on = Партия продолжается.

at-entry = Запись { $entry_shown }: { $text }
found-draw = { $player } берёт зря, { held-then }.
found-pass = { $player } пропускает зря, { held-then }.
found-opening = { $player } открывает раунд не той костяшкой, { held-then }.
found-reveal = { $player } начинает с 0-0-0, не показав старший триплет, { held-then }.
found-opener = Раунд открывает { $player }, а должен другой игрок, { $holder }: { held-then }.
held-then = { $count ->
    [1] на руке есть { $tiles }
   *[other] на руке есть хотя бы одна: { $tiles }
}
