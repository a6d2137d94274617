# Что печатает `tileref matches`. $match – номер партии в списке.

matches-none = В { $store } партий пока нет.
matches-id = №
matches-begun = Начало
matches-ruleset = Игра
matches-players = Игроки
matches-state = Состояние
matches-over = окончена
matches-going-on = раунд { $round }, { $events ->
    [one] { $events } событие
    [few] { $events } события
   *[many] { $events } событий
}
matches-unreadable = воспроизвести нельзя
matches-sheet-written = Таблица очков: { $file }.
matches-exported = Партия { $match }: { $file }.
matches-imported = Партия из { $file } сохранена под номером { $match }.
