# Что говорит сервер страницы: о камере и тем, кому он в чём-то отказывает.

web-camera-fine = Камера работает.
web-camera-none = На стол ещё не смотрит ни одна камера.
web-camera-ended = Запись закончилась.
web-camera-fault = Судить по картинке камеры не удаётся: { $detail }.
web-camera-lost = От камеры не приходит картинка.
web-camera-frozen = Картинка камеры замерла.
web-camera-dark = Слишком темно, стола не видно.
web-camera-garbage = Картинки камеры не читаются.
web-camera-number = камера { $number }
web-check = { $tiles ->
    [0] Костяшек не видно.
    [one] Вижу { $tiles_shown } костяшку.
    [few] Вижу { $tiles_shown } костяшки.
   *[many] Вижу { $tiles_shown } костяшек.
} { $light ->
    [dark] Слишком темно.
    [glare] В отмеченных местах блики.
   *[fine] Света достаточно.
}{ $sharp ->
    [no] {" "}Картинка нерезкая.
   *[yes] {""}
}

## Отказы.

web-no-picture = Картинки стола { $table } ещё нет.
web-not-set-up = За столом { $table } ещё не играют.
web-being-played = За столом { $table } идёт матч.
web-nothing-left = За столом { $table } не осталось неоконченного матча.
web-no-table = Стола { $table } нет.
web-too-many-tables = Больше { $most_shown } столов сразу не бывает.
web-played-elsewhere = Матч { $match } идёт за столом { $table }.
web-no-such-source = { $source } – не камера: годится её номер, адрес или то, что назвали при запуске сервера.
web-other-camera = Камерой стола { $table } служит другое устройство.
web-other-source = Для стола { $table } выбрана другая камера.
web-no-jpeg = Это не картинка JPEG.
web-frame-too-large = В картинке { $width_shown } × { $height_shown } точек, а сторона – не больше { $most_shown }.
web-question-gone = Об этом уже не спрашивают.
web-match-over = Матч { $match } закончен.
web-not-triangles = Матч { $match } – не тройное домино.
web-no-photo = Пришлите хотя бы одну фотографию.
web-too-many-photos = Сразу – не больше { $most_shown } фотографий.
web-photo-too-large = { $name }: слишком большая фотография, можно не больше { $most_shown } МБ.
web-too-busy = Сервер занят другими, попробуйте чуть позже.
web-role = Эта ссылка – только чтобы смотреть; нужна ссылка пульта.
web-role-camera = Эта ссылка – только чтобы смотреть; нужна ссылка камеры.
web-no-token = Эта ссылка уже не действует: отсканируйте сегодняшний код.
web-foreign-host = Под этим именем сервер недоступен.
web-foreign-origin = Этим сервером пользуются только его собственные страницы.
web-too-many-requests = Слишком много запросов сразу, попробуйте чуть позже.
web-too-many-fields = В адресе слишком много полей.
web-too-large = Слишком много данных: можно не больше { $most_shown } МБ.
web-too-slow = Данные приходили слишком долго.
web-no-message = Такого сообщения здесь не знают.
web-not-found = Такой страницы нет.
web-not-allowed = Здесь так нельзя.
web-not-as-described = Запрос не такой, как здесь описано.
web-malformed = Запрос не такой, как описано: { $where }: { $what }.
web-failed = На сервере что-то сломалось; подробности в его журнале.

## Терминал `tileref watch --page`.

web-serves = Страница открыта по адресу { $url } – Ctrl-C, чтобы закончить.
web-shares = Кто откроет одну из этих ссылок, тот за столом; Ctrl-C, чтобы закончить.
web-link-control = Пульт – начать матч и нажимать кнопки: { $url }
web-link-camera = Телефон, который смотрит на стол: { $url }
web-link-view = Только смотреть: { $url }
web-fingerprint = Браузеры не знают этого сервера и предупреждают о нём. Сертификат наш, если его отпечаток SHA-256 – { $fingerprint }
web-ended = Страница закрыта, матчи сохранены.
