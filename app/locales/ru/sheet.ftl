# Слова в таблице очков. $number – 0 там, где строки или разделы не считают.

sheet-round = Раунд { $number_shown }
sheet-turn = Ход { $number_shown }
sheet-settlement = Конец раунда
sheet-total = Итого
sheet-grand-total = Общий счёт
won = Победа

sheet-upper-section = { $number ->
    [0] Верхняя секция
   *[other] Игра { $number_shown }: верхняя секция
}
sheet-lower-section = { $number ->
    [0] Нижняя секция
   *[other] Игра { $number_shown }: нижняя секция
}
sheet-ones = Единицы
sheet-twos = Двойки
sheet-threes = Тройки
sheet-fours = Четвёрки
sheet-fives = Пятёрки
sheet-sixes = Шестёрки
sheet-upper-bonus = Бонус
sheet-upper = Всего за верхнюю секцию
sheet-set = Сэт
sheet-kare = Карэ
sheet-full-house = Фул Хаус
sheet-small-straight = Младший стрит
sheet-large-straight = Старший стрит
sheet-yacht = Яхта
sheet-chance = Шанс
sheet-yacht-bonus = Бонус за яхты
sheet-lower = Всего за нижнюю секцию
