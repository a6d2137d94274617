# The words on a scoresheet. $number is 0 where rows or sections of a kind are not counted.

sheet-round = Round { $number_shown }
sheet-turn = Turn { $number_shown }
sheet-settlement = End of the round
sheet-total = Total
sheet-grand-total = Grand total
won = Winner

sheet-upper-section = { $number ->
    [0] Upper section
   *[other] Game { $number_shown }: upper section
}
sheet-lower-section = { $number ->
    [0] Lower section
   *[other] Game { $number_shown }: lower section
}
sheet-ones = Ones
sheet-twos = Twos
sheet-threes = Threes
sheet-fours = Fours
sheet-fives = Fives
sheet-sixes = Sixes
sheet-upper-bonus = Bonus
sheet-upper = Upper section, total
sheet-set = Three of a kind
sheet-kare = Four of a kind
sheet-full-house = Full house
sheet-small-straight = Small straight
sheet-large-straight = Large straight
sheet-yacht = Yacht
sheet-chance = Chance
sheet-yacht-bonus = Yacht bonus
sheet-lower = Lower section, total
