# Что говорится за столом, над которым висит камера.

live-refused = { $player } кладёт { $tile } против правил: это не засчитывается, костяшку надо забрать.
live-maybe-misread = Если только { $tile } не прочитана неверно.
live-still-there = { $tile } всё ещё лежит на поле. Это не засчитано, костяшку надо забрать.
live-taken-back = Костяшку { $tile } забрали.
live-taken-back-counted = Костяшку { $tile } забрали, она больше не засчитывается.
live-unclear-digits = Одна костяшка видна неясно. Она пока не засчитана.
live-unclear-place = { $tile } лежит криво или в стороне от других. Она пока не засчитана.
live-unclear-seat = Похоже, { $tile } кладёт { $player }, хотя ходит не этот игрок.
live-unclear-opener = { $tile } открывает раунд.
live-unclear-over = Раунд как будто закончился, но положена { $tile }.
live-unclear-behind = { $tile } подождёт: сначала надо разобраться с костяшкой, которая легла раньше.
live-corrected = Это { $tile }, а не { $before }.
live-moved = Костяшку { $tile } передвинули.
live-reseated = { $tile } кладёт { $player }.
live-undone-tile = { $tile } больше не засчитывается.
live-undone-draw = Отменено: { $player } не берёт костяшку.
live-undone-pass = Отменено: { $player } не пропускает ход.
live-undone-timeout = Отменено: время ещё не вышло ({ $player }).
live-undone-show = Отменено: костяшки ещё не показаны ({ $player }).
live-undone-opening = Отменено: кто начинает, надо сказать снова.
live-still-lies = { $tile } всё ещё лежит на поле.
live-contradicted = Взгляните: { $before } теперь читается как { $tile }, что там было бы против правил. Ничего не изменено.
live-missing = { $count ->
    [one] Не видно: { $tiles }. Она по-прежнему засчитана.
   *[many] Не видно: { $tiles }. Они по-прежнему засчитаны.
}
live-photo-missing = Сразу { $count_shown } { $count ->
    [one] новая костяшка
    [few] новые костяшки
   *[many] новых костяшек
}. Считаю, что их клали в том порядке, в каком они подходят, по одной каждый следующий игрок.
live-drew = { $player }: костяшек положено больше, чем было роздано. Значит, кто-то брал из запаса незаметно.
live-obstructed = { $count ->
    [one] Не видно { $count_shown } костяшки поля.
   *[many] Не видно { $count_shown } костяшек поля.
} Жду, пока поле не покажется.
live-empty = Поле пропало из виду. Жду, пока оно не вернётся.
live-unrelated = Это не похоже на поле этой партии. Жду, пока оно не вернётся.
live-ambiguous = Неясно, как лежит поле. Жду, пока будет видно лучше.
live-unchanged = Ничего не изменилось.
live-answered = { $question } { $answer }.
live-noted = { $before } — это { $tile }.
live-noted-none = { $tile } просто лежит рядом.
live-cleared = Стол убран.
live-hand-seen = { $seen ->
    [one] Видна { $seen_shown } костяшка, возможно, это остаток игрока { $player }.
    [few] Видны { $seen_shown } костяшки, возможно, это остаток игрока { $player }.
   *[many] Видно { $seen_shown } костяшек, возможно, это остаток игрока { $player }.
}
live-hand-differs = { $player }: должно остаться { $count_shown } { $count ->
    [one] костяшка
    [few] костяшки
   *[many] костяшек
}, а видно { $seen_shown }.
live-well-shrank = { $well ->
    [bank] Из банка
   *[well] Из колодца
} пропала костяшка.
live-handed = Цифры в этом наборе растут { $chirality ->
    [ccw] против часовой стрелки
   *[cw] по часовой стрелке
}. Сужу по ним.
live-camera-lost = Камера пропала. Партия продолжится, когда она вернётся.
live-camera-frozen = Изображение камеры застыло. Партия продолжится, когда оно оживёт.
live-camera-dark = Слишком темно, стола не видно.
live-camera-garbage = Камера не даёт изображения, которое можно прочитать.
live-camera-there = Камера снова видит стол.

## Вопросы и ответы на них.

ask-digits = Какая это костяшка?
ask-place = { $tile } сыграна в этом месте?
ask-seat = Кто кладёт { $tile }?
ask-opener = Кто открывает раунд с { $tile }?
ask-over = Засчитать { $tile }?
ask-misread = Она не подходит. Это { $tile }?
ask-hand = { $player }: это все оставшиеся костяшки — { $tiles }?
ask-whose = Чьи это костяшки: { $tiles }?
ask-draw = Её берёт { $player }?
answer-tile = { $tile }
answer-not-laid = нет, просто лежит рядом
answer-yes = да
answer-over-yes = да, добор остался незамеченным
answer-no = нет
ask-with-answers = { $question } Нажмите { $answers }.
ask-answer = { $number_shown }: { $answer }

## `tileref watch`.

watch-goes-on = Партия { $match } продолжается: { $ruleset }, { $players }
watch-keys = Клавиши: d — взял костяшку, p — пропуск хода, 1–9 — ответ, u — отмена, o — засчитать всё равно, n — следующий раунд, : — приказ словами (correct 0-1-5 as 0-1-4, turn Anna, opener Anna, show Anna 0-1-5 …), ? — подсказка, q — выход.
watch-kept = Партия сохранена под номером { $match }; `tileref explain НОМЕР` покажет, что было видно в событии.

## `tileref explain`.

explain-event = Событие { $number }: { $event }
explain-reading = Прочитано как { $tile }, уверенность { $percent } %, в порядке углов.
explain-chance = Могло быть { $tile }: { $percent } %.
explain-rule = Листовка { $leaflet }, правило { $rule }: { $heading }
explain-picture-before = Стол до этого: { $file }
explain-picture-after = Стол после этого: { $file }
explain-pictures = { $count ->
    [one] Хранится { $count } снимок
    [few] Хранятся { $count } снимка
   *[many] Хранится { $count } снимков
}; --pictures ПАПКА запишет их в файлы.
