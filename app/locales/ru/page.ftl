# Надписи самой страницы. Длинные фразы — в других файлах. Аргументов здесь нет.

## Страницы

page-skip = К содержанию
page-pages = Страницы
page-menu = Меню
page-table = Стол
page-history = История
page-photo = Фото
page-share = Подключить
page-language = Язык
page-voice = Голос
page-voice-on = Судья говорит вслух
page-voice-off = Судья молчит
page-voice-test = Буду говорить, что происходит.
page-voice-blocked = Коснитесь страницы, чтобы браузер разрешил судье говорить.
page-loading = Минутку…
page-connecting = Нет связи. Она восстановится сама, ничего не потеряется.
page-not-connected = Связи с судьёй сейчас нет.
page-link-too-old = Эта ссылка больше не действует. Отсканируйте код заново.
page-not-allowed = По этой ссылке такого делать нельзя.
page-went-wrong = Не получилось.
page-close = Закрыть
page-back = Назад
page-done = Готово
page-remove = Убрать
page-try-again = Попробовать ещё раз
page-nobody-plays = За этим столом пока не играют.

## Новая партия

page-new-match = Новая партия
page-left-off = Есть неоконченная партия:
page-go-on = Продолжить
page-game-and-rules = Игра
page-game = Правила
page-house-rules = Домашние правила
page-players = Игроки
page-player = Игрок
page-add-player = + Добавить игрока
page-names = Анна, Борис, Вера, Глеб, Дина, Егор
page-who-opens = Кто начинает?
page-opener-at-table = решится за столом
page-seats = Кто где сидит
page-seats-matter = Замечать по руке, кто положил костяшку, и спрашивать, если ходит не тот
page-seats-how = Так, как стол видит камера. Выберите игрока, потом место.
page-hour = Место, как на часах
page-begin = Начать
page-name-a-camera = Укажите адрес камеры.

## Камера

page-camera = Камера
page-this-device = Это устройство или подключённое
page-use-this-device = Снимать этим устройством
page-which-device = Какая именно
page-camera-by-address = Другая, по адресу
page-camera-address = Адрес
page-use-another = Снимать другим устройством
page-camera-waits = Пока не подключено ни одной камеры. Подключите телефон в разделе «Подключить» или снимайте этим устройством.
page-camera-opens = Камера открывается…
page-camera-preview = Изображение камеры этого устройства
page-camera-connects = Изображение пока не доходит.
page-camera-elsewhere = Сейчас стол снимает другое устройство.
page-camera-seen = Изображение доходит.
page-change-camera = Камера…
page-camera-start = Включить камеру
page-camera-stop = Выключить камеру
page-camera-off = Камера выключена.
page-camera-on = Камера включена.
page-camera-asking = Разрешите браузеру использовать камеру.
page-camera-gone = Камеру отключили. Выберите её снова.
page-camera-refused = Браузеру нельзя использовать камеру. Разрешите это в настройках страницы и попробуйте ещё раз.
page-camera-none = Камеры здесь нет.
page-camera-busy = Камеру заняла другая программа. Закройте её и попробуйте ещё раз.
page-camera-insecure = Браузер даёт камеру только по защищённому адресу: откройте ссылку из раздела «Подключить».
page-phone-camera = Телефон как камера
page-phone-camera-how = Закрепите телефон над столом так, чтобы все костяшки были видны. Экран не погаснет.

## За столом

page-scores = Счёт
page-tiles-left = Костяшек:
page-to-move = ходит
page-winner = Победа
page-round = Раунд
page-question = Вопрос
page-picture-live = Стол глазами камеры
page-picture-none = Изображения пока нет.
page-hand-in-view = Что-то движется
page-enlarge = Крупное изображение
page-board = Поле
page-board-empty = Пока ничего не положено.
page-well = Осталось в запасе:
page-tile = Костяшка
page-tile-waits = ждёт решения
page-cell-open = сюда можно положить
page-orders = Команды
page-draw = Добор
page-pass = Пас
page-undo = Отмена
page-overrule = Зачесть
page-next = Дальше
page-events = Что было
page-event = Событие
page-hints = Показывать, куда можно положить
page-it-is = На самом деле это…
page-not-laid = Её не клали
page-laid-by = Её положил игрок…
page-tile-digits = Три цифры костяшки
page-digit-back = Стереть цифру
page-triplet-shown = Показан старший дубль…
page-dealt-otherwise = Роздано иначе…
page-drawn-for-start = Кто что вытянул?
page-enter-tiles = Ввести костяшки
page-drew-for-start = Вытянул игрок
page-lay-hands = Покажите оставшиеся костяшки
page-lay-hands-how = Выложите их лицом вверх рядом с полем, по очереди. Я сосчитаю и спрошу.
page-type-tiles = ввести вручную
page-clear-the-table = Уберите костяшки и раздайте снова. Следующий раунд начнётся сам, когда стол опустеет, или по кнопке.
page-next-round = Следующий раунд
page-match-over = Партия окончена

## Что было видно

page-picture-before = До
page-picture-after = После
page-picture-missing = Этого снимка нет.
page-board-before = Поле до
page-board-after = Поле после
page-readings = Как это прочитано
page-leaflet = Листовка

## Таблица счёта

page-scoresheet = Таблица счёта
page-print = Напечатать
page-save-as = Сохранить таблицу как

## Сохранённые партии

page-no-matches = Пока не сохранено ни одной партии.
page-no-such-match = Такой партии нет.
page-import = Загрузить…
page-export = Выгрузить
page-statistics = Статистика
page-count-matches = Партий
page-count-wins = Побед
page-count-points = Очков
page-count-best = Лучший ход
page-count-bonuses = Бонусов
page-count-illegal = Отклонено
page-step = Шаг
page-step-back = Шаг назад
page-step-on = Шаг вперёд
page-play = Показать
page-pause = Пауза

## Фотографии

page-choose-photos = Выберите фотографии
page-drop-photos = или перетащите их сюда: одна читается как поле, несколько — как игра, по снимку на ход
page-game-and-players = Правила и игроки
page-players-of-photos = Для игры: имена через запятую, в порядке ходов.
page-read-photos = Прочитать
page-reading = Фотографии читаются…
page-photo-sure = Всё прочитано уверенно.
page-photo-unsure = Не всё прочитано уверенно. Взгляните на отмеченное.
page-photo-too-large = больше 12 мегабайт
page-photos-too-many = За один раз можно прочитать не больше 60 снимков.

## Другие телефоны

page-not-shared = Другие телефоны смогут подключиться, если запустить судью так:
page-share-how = Отсканируйте код телефоном в той же сети. Браузер предупредит о незнакомом сертификате: он создан на этом компьютере. Его отпечаток:
page-qr-code = QR-код
page-role-camera = Камера
page-role-camera-may = Этот телефон смотрит на стол.
page-role-control = Пульт
page-role-control-may = С этого телефона можно брать, пасовать, отвечать и исправлять.
page-role-view = Зритель
page-role-view-may = Этот телефон показывает поле и счёт.
page-copy-link = Скопировать ссылку
page-tables = Столы
page-table-name = Название стола
page-table-name-how = У каждого стола своя камера и партия. В названии — латинские буквы, цифры и дефис.
page-open-table = Открыть стол
page-copied = Ссылка скопирована.
