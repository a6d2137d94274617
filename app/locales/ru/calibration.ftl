# Что говорится при калибровке камеры. $part — одно из calibration-part-*.

calibration-part-middle = середина
calibration-part-upper-left = левый верхний угол
calibration-part-upper-right = правый верхний угол
calibration-part-lower-left = левый нижний угол
calibration-part-lower-right = правый нижний угол
calibration-part-left = левый край
calibration-part-right = правый край
calibration-part-top = верхний край
calibration-part-bottom = нижний край

calibration-begin = Держите калибровочную доску перед камерой ({ $source }) и замирайте на миг, каждый раз в новом месте. Доска может быть видна не целиком. Фокус не должен меняться: по возможности отключите автофокус.
calibration-keys = q — закончить с теми видами, что есть.
calibration-views = { $count ->
    [one] { $count } вид
    [few] { $count } вида
   *[many] { $count } видов
} из { $enough }
calibration-to-part = Покажите доску там, где у снимка { $part }.
calibration-to-middle = Покажите доску в середине снимка.
calibration-tilt-left = Наклоните доску: левая на снимке сторона ближе к камере.
calibration-tilt-right = Наклоните доску: правая на снимке сторона ближе к камере.
calibration-tilt-top = Наклоните доску: верхняя на снимке сторона ближе к камере.
calibration-tilt-bottom = Наклоните доску: нижняя на снимке сторона ближе к камере.
calibration-more = Продолжайте: ближе, дальше, с поворотом.
calibration-done = Этого достаточно.
calibration-now-moving = Не двигайте доску.
calibration-now-known = Такой вид уже есть: покажите её в другом месте.
calibration-now-taken = Снято.
calibration-now-absent = Доски не видно.
calibration-now-blurred = Доска нерезкая или слишком далеко.
calibration-now-partial = Читается слишком малая часть доски.

calibration-view-at = { $source }, { $seconds }-я секунда
calibration-left-out = Не учтено, так как не согласуется с остальными: { $view }, отклонение { $error } пикселя.
calibration-bare-picture = Доски нет: { $source }
calibration-good = Хорошо: { $error } пикс.
calibration-fair = Годится: { $error } пикс., но { $why }; { $do }.
calibration-poor = калибровка плохая ({ $error } пикс.) и не сохранена: { $why }; { $do }
calibration-why-inexact = доска видна не там, где её показал бы такой объектив
calibration-do-inexact = снимайте всё одной камерой, не меняя фокус и увеличение, и держите доску неподвижно, на чём-нибудь ровном и жёстком
calibration-why-unsteady = по другим видам вышел бы другой объектив
calibration-do-unsteady = снимите ещё виды, с наклоном во все стороны и до самых углов снимка
calibration-why-parts = { $count ->
    [one] на видах не достигнута эта часть снимка: { $parts }
   *[other] на видах не достигнуты эти части снимка: { $parts }
}
calibration-do-parts = снимите доску и там
calibration-saved = Сохранено для снимков { $width } × { $height } пикселей и любых других той же формы: { $file }
calibration-use = tileref read, score и watch используют её с --calibration { $file }

## Почему калибровки нет; каждое — одно предложение.

calibration-no-board = калибровочной доски не видно: { $source } (её печатает `tileref print calibration`)
calibration-blurred = что-то похожее на калибровочную доску слишком размыто или мелко, чтобы его прочесть: { $source }; держите её ближе и неподвижно, в фокусе, при хорошем свете
calibration-partial = читается слишком малая часть калибровочной доски: { $source }; хотя бы четверть её должна быть видна резко и при ровном свете
calibration-moving = калибровочную доску нигде не держат неподвижно: { $source }; замирайте на миг в каждом месте
calibration-few = { $count ->
    [one] доска снята только в { $count } виде: { $source }; разных видов нужно не меньше { $fewest }, а для хорошей калибровки { $enough }
   *[other] доска снята только в { $count } видах: { $source }; разных видов нужно не меньше { $fewest }, а для хорошей калибровки { $enough }
}
calibration-same = на всех снимках, где есть доска ({ $pictures }), она видна одинаково: { $source }; разных видов нужно не меньше { $fewest }, а для хорошей калибровки { $enough }
calibration-other-size = снимок { $picture } имеет { $width } × { $height } пикселей, а другие { $width_before } × { $height_before }: все снимки должны быть сделаны одной камерой, повёрнутой одинаково
calibration-disagree = виды не согласуются между собой: { $source }; все снимки должны быть сделаны одной камерой при одном увеличении и фокусе, а доска должна быть ровной
calibration-strange = этим видам не подходит никакой объектив: { $source }; видов мало, или это «рыбий глаз»; снимите ещё, с наклоном во все стороны
