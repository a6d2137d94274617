# Что печатают команды помимо объявлений.

default-names = Анна, Борис, Вера, Глеб, Дина, Егор, Зоя, Иван, Кира, Лев, Мила, Нина

match-begins = { $ruleset }: { $players }.
scoresheet = Таблица очков
record-written = Запись партии: { $file }.
pictures-written = { $count ->
    [one] { $count } рисунок
    [few] { $count } рисунка
   *[many] { $count } рисунков
} в папке { $folder }.
saved = Домашние правила: { $file }.
audit-clean = По открытым рукам видно: никто не брал и не пропускал ход без нужды.
not-over = Партия ещё не окончена.

statistics-title = { $ruleset }, { $matches ->
    [one] { $matches } партия
    [few] { $matches } партии
   *[many] { $matches } партий
}, игроков: { $players }, зерно { $seed }
statistics-players = Игроки
statistics-wins = Побед
statistics-shared = Общих
statistics-points = Очки, среднее
statistics-best = Лучшее
statistics-worst = Худшее
statistics-game = Игра
statistics-rounds = Раундов за партию, среднее
statistics-turns = Событий за раунд, среднее
statistics-blocked = Раундов с блокировкой
statistics-draws = Взято за раунд, среднее
statistics-classes = Выкладки

judge-legal = Можно.
judge-illegal = Нельзя.
judge-measures = Соприкасается: { $sides ->
    [one] { $sides } сторона
    [few] { $sides } стороны
   *[many] { $sides } сторон
}, { $corners ->
    [one] { $corners } угол
    [few] { $corners } угла
   *[many] { $corners } углов
}; { $hexagons ->
    [0] шестиугольников не замыкает
    [one] замыкает { $hexagons } шестиугольник
    [few] замыкает { $hexagons } шестиугольника
   *[many] замыкает { $hexagons } шестиугольников
}.
judge-position = Сама позиция с ошибкой ({ $reason }): { $cells }.
judge-players = Игрок, Соперник
judge-best = Больше всего очков сразу: { $move }, { $points }.

class-opening = Первый ход
class-plain = Обычный ход
class-bridge = Мост
class-two_sides = Две стороны
class-three_sides = Три стороны
class-all_three = Все три цифры
class-hexagon = Шестиугольник
class-double_hexagon = Двойной шестиугольник
class-triple_hexagon = Тройной шестиугольник
