# Наборы правил словами. Каждая фраза о настройке получает все настройки набора под их именами, число самой
# настройки как $n и $leaflet, по которому выбираются слова соответствующего листка.
# Сообщения `rules-word-…` — слова только этого языка, для других сообщений.
#
# У настройки-числа есть сообщение `rules-<игра>-<настройка>`; у настройки-выбора — сообщение для каждого
# значения и ещё одно, с окончанием -short, с его смыслом в двух словах.

## Названия

ruleset-triple-400-name = Тройное домино 400
ruleset-triple-400-summary = Треугольное домино до 400 очков; раунд, в котором кто-то их набрал, доигрывают.
ruleset-triple-02982-name = Тройное домино 02982
ruleset-triple-02982-summary = Треугольное домино до 400 очков; кто их набрал, сразу победил.
ruleset-triple-02982-race-name = Тройное домино 02982, наперегонки
ruleset-triple-02982-race-summary = Треугольное домино без очков: побеждает тот, кто первым выложил все фишки.
ruleset-triomino-hex-name = Триомино
ruleset-triomino-hex-summary = Мосты и шестиугольники; до трёх покупок за ход, поровну последних ходов, после 400 побеждает больший счёт.
ruleset-triomino-kids-name = Триомино для детей
ruleset-triomino-kids-summary = Триомино для детей: очко за фишку, очко за мост или шестиугольник, без штрафов.
ruleset-domino-100-name = Домино до 100
ruleset-domino-100-summary = Домино до 100 очков; кому нечем ходить, берёт с базара, пока не попадётся подходящая костяшка.
ruleset-domino-50-name = Домино до 50
ruleset-domino-50-summary = Короткая игра в домино до 50 очков; кому нечем ходить, берёт с базара, пока не попадётся подходящая костяшка.
ruleset-domino-draw-one-name = Домино: одна кость с базара
ruleset-domino-draw-one-summary = Домино до 100 очков; кому нечем ходить, берёт с базара одну костяшку и ставит её, если подходит.
ruleset-dice-xl-name = Кости Dice XL
ruleset-dice-xl-summary = Пять костей, три броска за ход, тринадцать строк; каждая новая Яхта приносит бонус и служит джокером.

## Оформление

rules-leaflet = Листок с правилами { $number }
rules-summary-changed = Домашние правила: «{ $base }», { $n ->
    [one] { $n } изменение.
    [few] { $n } изменения.
   *[many] { $n } изменений.
}
rules-players-range = Для { $low }–{ $high } игроков.
rules-players-exact = Для { $n ->
    [one] { $n } игрока.
   *[other] { $n } игроков.
}
rules-differs = отличается от { $base }
rules-idle = Изменено, но при остальных правилах ни на что не влияет: { $options }.
rules-else = или: { $allowed }
rules-choice = { $value } ({ $meaning })
# Как пишут в домашних правилах: тысячи не отделяют.
rules-number = целое число от { NUMBER($low, useGrouping: 0) } до { NUMBER($high, useGrouping: 0) }
rules-numbers = список целых чисел от { NUMBER($low, useGrouping: 0) } до { NUMBER($high, useGrouping: 0) }: для 1 игрока, для 2 игроков и так далее

rules-section-table = За столом
rules-section-earnings = Сколько приносит ход
rules-section-opening = Первый ход
rules-section-drawing = Когда нечем ходить
rules-section-round-end = Конец раунда
rules-section-match-end = Конец партии
rules-section-turn = Ход игры
rules-section-card = Сколько приносят строки
rules-section-upper = Верхняя секция
rules-section-yachts = Новые Яхты

## Слова

# Оба слова женского рода, поэтому согласование в предложениях одно и то же.
rules-word-tile = { $leaflet ->
    [leaflet-000] костяшка
   *[other] фишка
}
    .gen = { $leaflet ->
        [leaflet-000] костяшки
       *[other] фишки
    }
    .dat = { $leaflet ->
        [leaflet-000] костяшке
       *[other] фишке
    }
    .acc = { $leaflet ->
        [leaflet-000] костяшку
       *[other] фишку
    }
    .ins = { $leaflet ->
        [leaflet-000] костяшкой
       *[other] фишкой
    }
    .prep = { $leaflet ->
        [leaflet-000] костяшке
       *[other] фишке
    }
    .pl = { $leaflet ->
        [leaflet-000] костяшки
       *[other] фишки
    }
    .gen-pl = { $leaflet ->
        [leaflet-000] костяшек
       *[other] фишек
    }
    .prep-pl = { $leaflet ->
        [leaflet-000] костяшках
       *[other] фишках
    }
# Оба слова мужского рода.
rules-word-well = { $leaflet ->
    [leaflet-004] банк
   *[other] колодец
}
    .gen = { $leaflet ->
        [leaflet-004] банка
       *[other] колодца
    }
    .prep = { $leaflet ->
        [leaflet-004] банке
       *[other] колодце
    }
rules-word-draw = { $leaflet ->
    [leaflet-004] покупает
   *[other] тянет
}
    .inf = { $leaflet ->
        [leaflet-004] покупать
       *[other] тянуть
    }
    .they = { $leaflet ->
        [leaflet-004] покупают
       *[other] тянут
    }
    .did = { $leaflet ->
        [leaflet-004] купил
       *[other] вытянул
    }
    .part-acc = { $leaflet ->
        [leaflet-004] купленную
       *[other] вытянутую
    }
    .part-ins = { $leaflet ->
        [leaflet-004] купленной
       *[other] вытянутой
    }
rules-word-points = { $n ->
    [one] { $n } очко
    [few] { $n } очка
   *[many] { $n } очков
}
    .gen = { $n ->
        [one] { $n } очка
       *[other] { $n } очков
    }

rules-players-min = Игроков не меньше { $n }.
rules-players-max = Игроков не больше { $n }.

## Треугольное домино: за столом

rules-triangles-table-intro = Каждую новую { rules-word-tile.acc } прикладывают целой стороной к одной из лежащих на столе, и обе цифры у этой стороны должны совпасть.
rules-triangles-players-min = { rules-players-min }
rules-triangles-players-max = { rules-players-max }
rules-triangles-deal = { $groups }. Остальные лежат цифрами вниз: это { rules-word-well }.
rules-triangles-deal-group = { $high ->
    [one] { $players } игрок
    [few] { $players } игрока
   *[many] { $players } игроков
} — { $high ->
    [1] { $n ->
        [one] { $n } { rules-word-tile }
        [few] { $n } { rules-word-tile.pl }
       *[many] { $n } { rules-word-tile.gen-pl }
    }
   *[other] по { $n ->
        [one] { $n } { rules-word-tile.dat }
        [few] { $n } { rules-word-tile.pl }
       *[many] { $n } { rules-word-tile.gen-pl }
    }
}

rules-triangles-chirality-cw = Если читать с наименьшей, цифры на { rules-word-tile.prep } по часовой стрелке не убывают; в наборе 56 { rules-word-tile.gen-pl }.
rules-triangles-chirality-cw-short = растут по часовой стрелке, 56 штук
rules-triangles-chirality-ccw = Если читать с наименьшей, цифры на { rules-word-tile.prep } против часовой стрелки не убывают; в наборе 56 { rules-word-tile.gen-pl }.
rules-triangles-chirality-ccw-short = растут против часовой стрелки, 56 штук
rules-triangles-chirality-both = На одних { rules-word-tile.prep-pl } цифры растут по часовой стрелке, на других — против; в наборе 76 { rules-word-tile.gen-pl }.
rules-triangles-chirality-both-short = в обе стороны, 76 штук

rules-triangles-corner-rule-strict = Углы, которые только соприкасаются, тоже должны совпадать цифрами.
rules-triangles-corner-rule-strict-short = должны совпадать и углы
rules-triangles-corner-rule-sides-only = Углы, которые только соприкасаются, могут не совпадать цифрами.
rules-triangles-corner-rule-sides-only-short = должны совпадать только стороны

## Треугольное домино: сколько приносит ход

rules-triangles-points-on = Игра идёт на очки.
rules-triangles-points-on-short = на очки
rules-triangles-points-off = Очки не считают: играют один раунд, и побеждает тот, кто первым выложил все { rules-word-tile.pl }.
rules-triangles-points-off-short = без очков, один раунд

rules-triangles-tile-points-value = Выложенная { rules-word-tile } приносит сумму своих цифр.
rules-triangles-tile-points-value-short = сумма цифр
rules-triangles-tile-points-one = Любая выложенная { rules-word-tile } приносит 1 очко.
rules-triangles-tile-points-one-short = 1 очко

rules-triangles-scheme-all-three = Бонус зависит от того, сколькими цифрами и сторонами { rules-word-tile } совпала с соседними.
rules-triangles-scheme-all-three-short = за совпавшие цифры и стороны
rules-triangles-scheme-hexagons = Бонус зависит от того, сколько шестиугольников замкнула { rules-word-tile }.
rules-triangles-scheme-hexagons-short = за один, два или три шестиугольника

rules-triangles-bonus-sum-largest = Бонусы не складываются: за один ход дают только один.
rules-triangles-bonus-sum-largest-short = только один бонус за ход
rules-triangles-bonus-sum-add = Если за один ход положено несколько бонусов, их складывают.
rules-triangles-bonus-sum-add-short = бонусы складываются

rules-triangles-bridge-bonus = { $n ->
    [0] За мост бонуса нет.
   *[other] Бонус за мост — { rules-word-points }.
}
rules-triangles-bridge-corner-opposite = Мост — это { rules-word-tile }, которая приложена одной стороной, а противоположным углом касается ещё одной { rules-word-tile.gen }.
rules-triangles-bridge-corner-opposite-short = касаться должен противоположный угол
rules-triangles-bridge-corner-any = Мост — это { rules-word-tile }, которая приложена одной стороной, а любым углом касается ещё одной { rules-word-tile.gen }.
rules-triangles-bridge-corner-any-short = касаться может любой угол

rules-triangles-two-sides-bonus = { $n ->
    [0] За { rules-word-tile.acc }, которая подошла двумя сторонами{ rules-triangles-no-hexagon }, бонуса нет.
   *[other] Бонус за { rules-word-tile.acc }, которая подошла двумя сторонами{ rules-triangles-no-hexagon }, — { rules-word-points }.
}
rules-triangles-three-sides-bonus = { $n ->
    [0] За { rules-word-tile.acc }, которая подошла всеми тремя сторонами{ rules-triangles-no-hexagon }, бонуса нет.
   *[other] Бонус за { rules-word-tile.acc }, которая подошла всеми тремя сторонами{ rules-triangles-no-hexagon }, — { rules-word-points }.
}
# Где за шестиугольник есть свой бонус и бонусы не складываются, замкнувшая его фишка получает только его.
rules-triangles-no-hexagon = { $scheme ->
    [hexagons] { $bonus_sum ->
        [largest] {" "}и не замкнула шестиугольник
       *[add] {""}
    }
   *[all_three] {""}
}
rules-triangles-all-three-bonus = { $n ->
    [0] За совпадение всеми тремя цифрами бонуса нет.
   *[other] Бонус за совпадение всеми тремя цифрами — { rules-word-points }.
}
rules-triangles-all-three-reading-hexagon-or-three-sides = Всеми тремя цифрами совпадает { rules-word-tile }, которая замкнула шестиугольник или подошла всеми тремя сторонами.
rules-triangles-all-three-reading-hexagon-or-three-sides-short = шестиугольник или три стороны
rules-triangles-all-three-reading-hexagon = Всеми тремя цифрами совпадает только { rules-word-tile }, которая замкнула шестиугольник.
rules-triangles-all-three-reading-hexagon-short = только шестиугольник
rules-triangles-all-three-reading-three-sides = Всеми тремя цифрами совпадает только { rules-word-tile }, которая подошла всеми тремя сторонами.
rules-triangles-all-three-reading-three-sides-short = только три стороны

rules-triangles-hexagon = { $n ->
    [0] За шестиугольник бонуса нет.
   *[other] Бонус за { $bonus_sum ->
        [add] каждый замкнутый шестиугольник
       *[largest] шестиугольник
    } — { rules-word-points }.
}
rules-triangles-double-hexagon = { $n ->
    [0] За двойной шестиугольник бонуса нет.
   *[other] Бонус за двойной шестиугольник — { rules-word-points }.
}
rules-triangles-triple-hexagon = { $n ->
    [0] За тройной шестиугольник бонуса нет.
   *[other] Бонус за тройной шестиугольник — { rules-word-points }.
}

## Треугольное домино: первый ход

rules-triangles-opening-triplet = Начинает тот, у кого старший триплет — три одинаковые цифры: 5-5-5, за ним 4-4-4 и так далее. Он кладёт этот триплет, а если у него есть и 0-0-0, может начать с 0-0-0. Если триплетов нет ни у кого, начинает { rules-word-tile } с наибольшей суммой.
rules-triangles-opening-triplet-short = старший триплет
rules-triangles-opening-start-draw = Каждый берёт из { rules-word-well.gen } по одной { rules-word-tile.dat }: начинает тот, у кого сумма больше, а { rules-word-tile.pl } возвращают.
rules-triangles-opening-start-draw-short = по жребию

rules-triangles-triplet-bonus = { $n ->
    [0] За первый ход триплетом бонуса нет.
   *[other] Бонус за первый ход триплетом, кроме 0-0-0, — { rules-word-points }.
}
rules-triangles-zeros-bonus = { $n ->
    [0] За первый ход с 0-0-0 бонуса нет.
   *[other] Бонус за первый ход с 0-0-0 — { rules-word-points }.
}
rules-triangles-reveal-triplet-true = Кто вместо более старшего триплета начинает с 0-0-0, должен этот триплет показать.
rules-triangles-reveal-triplet-true-short = показать обязательно
rules-triangles-reveal-triplet-false = Кто вместо более старшего триплета начинает с 0-0-0, может этот триплет не показывать.
rules-triangles-reveal-triplet-false-short = можно не показывать

rules-triangles-open-tie-next-tile = Если наибольшие суммы равны, эти игроки сравнивают следующие по величине { rules-word-tile.pl }.
rules-triangles-open-tie-next-tile-short = решают следующие по величине
rules-triangles-open-tie-seat = Если наибольшие суммы равны, начинает тот из этих игроков, чьё место раньше по порядку.
rules-triangles-open-tie-seat-short = решает порядок мест
rules-triangles-open-tie-redraw = Если наибольшие суммы равны, раздают заново.
rules-triangles-open-tie-redraw-short = новая раздача

rules-triangles-start-tie-largest-only = Жребий повторяют, если равны наибольшие суммы.
rules-triangles-start-tie-largest-only-short = только при равных наибольших суммах
rules-triangles-start-tie-any = Жребий повторяют, если равны любые две суммы.
rules-triangles-start-tie-any-short = при любых равных суммах
rules-triangles-redraw-all = Тогда заново тянут все.
rules-triangles-redraw-all-short = заново тянут все
rules-triangles-redraw-tied = Тогда заново тянут только те, у кого суммы равны.
rules-triangles-redraw-tied-short = только те, у кого поровну

rules-triangles-opening-tile-bank = Первую { rules-word-tile.acc } начинающий берёт не глядя из { rules-word-well.gen }.
rules-triangles-opening-tile-bank-short = не глядя из { rules-word-well.gen }
rules-triangles-opening-tile-hand = Первую { rules-word-tile.acc } начинающий кладёт из своих.
rules-triangles-opening-tile-hand-short = из своих

rules-triangles-later-opener-same = Следующие раунды начинают так же.
rules-triangles-later-opener-same-short = так же, как первый раунд
rules-triangles-later-opener-round-winner = Следующий раунд начинает победитель предыдущего{ $opening_tile ->
    [bank] .
   *[hand] , любой { rules-word-tile.ins }.
}
rules-triangles-later-opener-round-winner-short = победитель предыдущего раунда

## Треугольное домино: когда нечем ходить

rules-triangles-voluntary-draw-false = Кто может пойти, обязан пойти; { rules-word-draw.inf } из { rules-word-well.gen } можно, только когда ходить нечем.
rules-triangles-voluntary-draw-false-short = только когда нечем ходить
rules-triangles-voluntary-draw-true = Кто не может или не хочет выложить { rules-word-tile.acc }, { rules-word-draw } новую из { rules-word-well.gen }.
rules-triangles-voluntary-draw-true-short = можно и вместо хода

rules-triangles-draw-limit = Пока { rules-word-well } не пуст, тот, кто ничего не выложил, { rules-word-draw } дальше — до { $n ->
    [one] { $n } { rules-word-tile.gen }
   *[other] { $n } { rules-word-tile.gen-pl }
} за ход.
rules-triangles-draw-limit-none = Из { rules-word-well.gen } { rules-word-draw.they }, пока не попадётся подходящая { rules-word-tile } или пока { rules-word-well } не опустеет.
rules-triangles-draw-limit-none-short = пока не попадётся подходящая
rules-triangles-draw-penalty = { $n ->
    [0] За { rules-word-draw.part-acc } { rules-word-tile.acc } ничего не вычитают.
   *[other] За каждую { rules-word-draw.part-acc } { rules-word-tile.acc } вычитают { rules-word-points }.
}
rules-triangles-play-after-buy-any = После этого можно пойти любой своей { rules-word-tile.ins }.
rules-triangles-play-after-buy-any-short = любой { rules-word-tile.ins }
rules-triangles-play-after-buy-bought-only = После этого можно пойти только { rules-word-tile.ins }, { rules-word-draw.part-ins } за этот ход.
rules-triangles-play-after-buy-bought-only-short = только { rules-word-draw.part-ins }

rules-triangles-decline-after-three-true = Кто { rules-word-draw.did } сколько можно, вправе пропустить ход, даже если может пойти.
rules-triangles-decline-after-three-true-short = можно пропустить ход
rules-triangles-decline-after-three-false = Кто { rules-word-draw.did } сколько можно, обязан пойти, если может.
rules-triangles-decline-after-three-false-short = если можешь, надо пойти
rules-triangles-pass-penalty = { $n ->
    [0] За пропуск хода ничего не вычитают.
   *[other] За пропуск хода вычитают ещё { rules-word-points }.
}
rules-triangles-pass-penalty-empty-well-true = Их вычитают и тогда, когда { rules-word-well } уже был пуст.
rules-triangles-pass-penalty-empty-well-true-short = и при пустом { rules-word-well.prep }
rules-triangles-pass-penalty-empty-well-false = { $draw_limit ->
    [none] Если { rules-word-well } был пуст уже к началу хода, за пропуск ничего не вычитают.
   *[other] Если { rules-word-well } пуст, за пропуск ничего не вычитают.
}
rules-triangles-pass-penalty-empty-well-false-short = не при пустом { rules-word-well.prep }

rules-triangles-turn-seconds = На ход даётся { $n ->
    [one] { $n } секунда.
    [few] { $n } секунды.
   *[many] { $n } секунд.
}
rules-triangles-turn-seconds-none = Время на ход не ограничено.
rules-triangles-turn-seconds-none-short = без ограничения
rules-triangles-timeout-unwilling = Кто не успел, { rules-word-draw } сколько можно{ $points ->
    [off] {" "}и пропускает ход.
   *[on] , платит за это и за пропуск, и ход переходит дальше.
}
rules-triangles-timeout-unwilling-short = { rules-word-draw.inf } сколько можно и пропустить ход
rules-triangles-timeout-skip = Кто не успел, пропускает ход, но очков за это не теряет.
rules-triangles-timeout-skip-short = пропуск хода
rules-triangles-timeout-warn = Когда время вышло, судья напоминает об этом, и ход продолжается.
rules-triangles-timeout-warn-short = только напоминание

## Треугольное домино: конец раунда

rules-triangles-equal-turns-true = Когда кто-то выложил последнюю { rules-word-tile.acc }, те, кто в этом раунде ходит после него, делают ещё по одному ходу, чтобы ходов у всех было поровну.
rules-triangles-equal-turns-true-short = остальные ходят ещё раз
rules-triangles-equal-turns-false = Раунд окончен, как только кто-то выложил последнюю { rules-word-tile.acc }: этот игрок и победил.
rules-triangles-equal-turns-false-short = раунд сразу окончен
rules-triangles-out-points = { $n ->
    [0] Бонуса победителю за последнюю { rules-word-tile.acc } нет.
   *[other] Бонус победителю за последнюю { rules-word-tile.acc } — { rules-word-points }.
}
rules-triangles-out-bonus-first = В раунде побеждает только тот, кто выложил все { rules-word-tile.pl } первым.
rules-triangles-out-bonus-first-short = только первый
rules-triangles-out-bonus-each = В раунде побеждает каждый, кто к концу последних ходов выложил все { rules-word-tile.pl }.
rules-triangles-out-bonus-each-short = каждый, кто выложил все
rules-triangles-count-hands-after-last-turns = Оставшиеся на руках { rules-word-tile.pl } считают после последних ходов.
rules-triangles-count-hands-after-last-turns-short = после последних ходов
rules-triangles-count-hands-at-once = Оставшиеся на руках { rules-word-tile.pl } считают сразу, до последних ходов.
rules-triangles-count-hands-at-once-short = до последних ходов
rules-triangles-hands-scored-true = Победитель раунда получает ещё сумму цифр на всех { rules-word-tile.prep-pl }, оставшихся у других; другие ничего не теряют.
rules-triangles-hands-scored-true-short = их получает победитель
rules-triangles-hands-scored-false = Оставшиеся на руках { rules-word-tile.pl } не считают, и в заблокированном раунде победителя нет.
rules-triangles-hands-scored-false-short = их не считают

rules-triangles-block-detection-full-circle = Раунд заблокирован, если { rules-word-well } пуст и за целый круг никто не смог пойти.
rules-triangles-block-detection-full-circle-short = после целого круга
rules-triangles-block-detection-immediate = Раунд заблокирован, как только { rules-word-well } пуст и ни у кого нет подходящей { rules-word-tile.gen }.
rules-triangles-block-detection-immediate-short = как только всем нечем ходить
rules-triangles-block-score-sum-minus-own = В заблокированном раунде побеждает наименьшая сумма на руках: победитель получает суммы остальных и вычитает свою.
rules-triangles-block-score-sum-minus-own-short = суммы остальных минус своя
rules-triangles-block-score-differences = В заблокированном раунде побеждает наименьшая сумма на руках: победитель получает разницу между каждой чужой суммой и своей.
rules-triangles-block-score-differences-short = разница с каждым
rules-triangles-block-tie-all = Если наименьшая сумма у нескольких, побеждает каждый из них.
rules-triangles-block-tie-all-short = побеждает каждый
rules-triangles-block-tie-none = Если наименьшая сумма у нескольких, не побеждает никто.
rules-triangles-block-tie-none-short = никто не побеждает
rules-triangles-race-block-lowest-value = Если раунд заблокирован, побеждает наименьшая сумма на руках, а при равных суммах — тот, у кого { rules-word-tile.gen-pl } меньше.
rules-triangles-race-block-lowest-value-short = наименьшая сумма
rules-triangles-race-block-fewest-tiles = Если раунд заблокирован, побеждает тот, у кого осталось меньше { rules-word-tile.gen-pl }.
rules-triangles-race-block-fewest-tiles-short = меньше всего { rules-word-tile.gen-pl }
rules-triangles-race-block-draw = Если раунд заблокирован, не победил никто: ничья.
rules-triangles-race-block-draw-short = ничья

## Треугольное домино: конец игры

rules-triangles-target = Играют до { rules-word-points.gen }.
rules-triangles-target-none = По очкам партия не заканчивается.
rules-triangles-target-none-short = решает число раундов
rules-triangles-round-limit = Играют не больше { $n ->
    [one] { $n } раунда
   *[other] { $n } раундов
}; потом побеждает тот, у кого больше очков.
rules-triangles-round-limit-none = Раундов играют столько, сколько потребуется.
rules-triangles-round-limit-none-short = сколько потребуется
rules-triangles-end-at-400-play-round-out = Раунд, в котором кто-то набрал { $target }, доигрывают до конца.
rules-triangles-end-at-400-play-round-out-short = раунд доигрывают
rules-triangles-end-at-400-immediate = Кто к концу хода набрал { $target }, сразу победил.
rules-triangles-end-at-400-immediate-short = партия сразу окончена
rules-triangles-multi-400-round-winner-if-qualified = Если { $target } набрали несколько игроков, побеждает тот из них, кто выиграл последний раунд; если его выиграл кто-то другой, побеждает тот из них, у кого больше очков.
rules-triangles-multi-400-round-winner-if-qualified-short = победитель последнего раунда, если он из них
rules-triangles-multi-400-round-winner = Если { $target } набрали несколько игроков, побеждает тот, кто выиграл последний раунд, с любым счётом.
rules-triangles-multi-400-round-winner-short = победитель последнего раунда, кто бы он ни был
rules-triangles-multi-400-highest = Если { $target } набрали несколько игроков, побеждает тот, у кого больше очков.
rules-triangles-multi-400-highest-short = у кого больше очков
rules-triangles-qualify-latched = Достаточно набрать { $target } один раз, даже если потом очки убавились.
rules-triangles-qualify-latched-short = достаточно одного раза
rules-triangles-qualify-at-round-end = Счёт сравнивают только в конце раунда.
rules-triangles-qualify-at-round-end-short = только в конце раунда
rules-triangles-tie-shared = Если победителей несколько, они делят победу.
rules-triangles-tie-shared-short = победа общая
rules-triangles-tie-extra-round = Если победителей несколько, играют ещё раунд.
rules-triangles-tie-extra-round-short = ещё раунд
rules-triangles-floor-zero-false = Счёт может стать меньше нуля.
rules-triangles-floor-zero-false-short = может стать меньше нуля
rules-triangles-floor-zero-true = Меньше нуля счёт не бывает.
rules-triangles-floor-zero-true-short = не меньше нуля

## Домино

rules-dominoes-table-intro = Костяшки складывают в цепочку с двумя концами. Новую ставят к любому концу так, чтобы соприкасались одинаковые половинки; дубль кладут поперёк, но цепочка не ветвится.
rules-dominoes-players-min = { rules-players-min }
rules-dominoes-players-max = { rules-players-max }
rules-dominoes-deal = { $groups }. Остальные лежат значением вниз: это базар.
rules-dominoes-deal-group = { $players } игрока — по { $n ->
    [one] { $n } костяшке
    [few] { $n } костяшки
   *[many] { $n } костяшек
}

rules-dominoes-opening-intro = Начинает тот, у кого старший дубль — от 6-6 до 0-0, — и кладёт его. Если дублей нет ни у кого, раздают заново.
rules-dominoes-later-opener-highest-double = Следующие раунды начинают так же.
rules-dominoes-later-opener-highest-double-short = старший дубль
rules-dominoes-later-opener-round-winner = Следующий раунд начинает победитель предыдущего, любой костяшкой; если победителя нет или их несколько, снова начинает старший дубль.
rules-dominoes-later-opener-round-winner-short = победитель предыдущего раунда

rules-dominoes-drawing-intro = Кто может пойти, обязан пойти.
rules-dominoes-draw-until-fits = Кому ходить нечем, берёт с базара, пока не попадётся подходящая костяшка, и ставит её; если базар опустел, ход переходит дальше.
rules-dominoes-draw-until-fits-short = пока не попадётся подходящая
rules-dominoes-draw-one = Кому ходить нечем, берёт с базара одну костяшку: подходящую ставит, неподходящую оставляет себе, и ход переходит дальше — как и при пустом базаре.
rules-dominoes-draw-one-short = только одну

rules-dominoes-round-end-intro = Кто поставил последнюю костяшку, выигрывает раунд и получает сумму очков на костяшках остальных. Если за целый круг никто ничего не поставил, это «рыба»: раунд заблокирован, побеждает тот, у кого сумма на руках наименьшая, и получает суммы остальных.
rules-dominoes-draw-one-block-empty-bazaar = Пока на базаре есть костяшки, такой круг — ещё не «рыба».
rules-dominoes-draw-one-block-empty-bazaar-short = только при пустом базаре
rules-dominoes-draw-one-block-literal = Такой круг — «рыба», даже если на базаре есть костяшки.
rules-dominoes-draw-one-block-literal-short = даже при непустом базаре
rules-dominoes-block-subtract-own-false = При «рыбе» победитель свою сумму не вычитает.
rules-dominoes-block-subtract-own-false-short = не вычитает
rules-dominoes-block-subtract-own-true = При «рыбе» победитель вычитает свою сумму.
rules-dominoes-block-subtract-own-true-short = вычитает
rules-dominoes-block-tie-none = Если наименьшая сумма у нескольких, не побеждает никто.
rules-dominoes-block-tie-none-short = никто не побеждает
rules-dominoes-block-tie-all = Если наименьшая сумма у нескольких, побеждает каждый из них.
rules-dominoes-block-tie-all-short = побеждает каждый
rules-dominoes-block-tie-fewest-tiles = Если наименьшая сумма у нескольких, побеждает тот из них, у кого меньше костяшек; если и их поровну, не побеждает никто.
rules-dominoes-block-tie-fewest-tiles-short = у кого меньше костяшек

rules-dominoes-target = Побеждает тот, кто к концу раунда первым набрал { rules-word-points } или больше.

## Кости

rules-dice-turn-intro = В игре пять костей и тринадцать строк. Игрок бросает все пять, может перебросить любые из них и затем заполняет ровно одну свободную строку, если надо — нулём. Когда заполнены все строки, игра окончена.
rules-dice-players-min = { rules-players-min }
rules-dice-players-max = { rules-players-max }
rules-dice-throws = За ход можно бросить кости не больше { $n ->
    [one] { $n } раза.
   *[other] { $n } раз.
}

rules-dice-card-intro = Строки от единиц до шестёрок приносят сумму костей с этим числом. Сэт (три одинаковые) и Карэ (четыре одинаковые) приносят сумму всех пяти костей, Шанс — то же для любых костей.
rules-dice-full-house = Фул Хаус, три одинаковые и пара, приносит { rules-word-points }.
rules-dice-small-straight = Младший стрит, четыре числа подряд, приносит { rules-word-points }.
rules-dice-large-straight = Старший стрит, пять чисел подряд, приносит { rules-word-points }.
rules-dice-yacht = Яхта, пять одинаковых, приносит { rules-word-points }.
rules-dice-yacht-is-full-house-false = Пять одинаковых — не Фул Хаус, если это не джокер.
rules-dice-yacht-is-full-house-false-short = пять одинаковых — не Фул Хаус
rules-dice-yacht-is-full-house-true = Пять одинаковых — тоже Фул Хаус.
rules-dice-yacht-is-full-house-true-short = пять одинаковых — тоже Фул Хаус

rules-dice-upper-intro = Верхняя секция — строки от единиц до шестёрок.
rules-dice-upper-bonus = { $n ->
    [0] За верхнюю секцию бонуса нет.
   *[other] Бонус за хорошую верхнюю секцию — { rules-word-points }.
}
rules-dice-upper-bonus-from = Рубеж для бонуса — { rules-word-points } в верхней секции.
rules-dice-upper-bonus-strict-false = Ровно { $upper_bonus_from } достаточно.
rules-dice-upper-bonus-strict-false-short = рубежа достаточно
rules-dice-upper-bonus-strict-true = Ровно { $upper_bonus_from } мало: нужно больше.
rules-dice-upper-bonus-strict-true-short = нужно больше рубежа

rules-dice-yacht-bonus = { $n ->
    [0] За новую Яхту бонуса нет.
   *[other] Бонус за каждую новую Яхту — { rules-word-points }, если в строке «Яхта» записано { $yacht }; если там ноль, бонуса нет.
}
rules-dice-bonus-without-joker-true = Бонус положен, в какую бы строку ни записали кости.
rules-dice-bonus-without-joker-true-short = в любой строке
rules-dice-bonus-without-joker-false = Бонус положен, только если Яхту записали как джокер.
rules-dice-bonus-without-joker-false-short = только для джокера
rules-dice-joker-free = Когда заполнены и строка «Яхта», и верхняя строка её числа, новая Яхта — джокер: она заполняет любую свободную нижнюю строку на полные очки. Пока верхняя строка свободна, Яхту можно записать куда угодно, за сколько она там стоит.
rules-dice-joker-free-short = верхняя строка не обязательна
rules-dice-joker-forced = Когда строка «Яхта» заполнена, новую Яхту надо записать в верхнюю строку её числа. Если заполнена и она, Яхта — джокер: её надо записать в нижнюю строку, на полные очки, пока там есть свободная.
rules-dice-joker-forced-short = сначала верхняя строка

rules-dice-match-end-intro = Побеждает тот, у кого больше очков; при равном счёте победу делят.
rules-dice-series-single = Каждая игра — отдельная партия.
rules-dice-series-single-short = отдельная партия
rules-dice-series-sum = Партия — это несколько игр, и их счёт складывают.
rules-dice-series-sum-short = счёт складывают
rules-dice-games = В партии { $n ->
    [one] { $n } игра.
    [few] { $n } игры.
   *[many] { $n } игр.
}
