"""English words: fields, faults, refusals, terms, and rules in sentences."""

from typing import Final

from .lexicon import Lexicon
from .refusals import Refusal

_FIELDS: Final = {
    "name": "the name",
    "rounds": "the number of rounds",
    "decks": "the number of decks",
    "jokers": "the number of Jokers",
    "hand_size": "the hand size",
    "turn_limit": "the turn limit",
    "round_end": "the end of a round",
    "next_dealer": "the next dealer",
    "calls.penultimate": "the call with the last card but one",
    "calls.last": "the call with the last card",
    "calls.missed": "what becomes of a missed call",
    "penalties.missed_call": "the penalty for a missed call",
    "penalties.illegal_play": "the penalty for an illegal play",
    "penalties.special_finish": "the penalty for a special finish",
    "penalties.table_talk": "the penalty for table talk",
    "penalties.false_call_out": "the penalty for a false call-out",
    "scoring": "the scoring",
    "card_points.joker": "the points of a Joker",
    "card_points.wild": "the points of a wild card",
    "card_points.action": "the points of an action card",
    "card_points.court": "the points of a court card",
    "card_points.ace": "the points of an ace",
    "page_one.stock_out": "what an empty stock means",
    "american_page_one.specials.draw_two": "the draw-two rank",
    "american_page_one.specials.draw_three": "the draw-three rank",
    "american_page_one.specials.wild": "the wild rank",
    "american_page_one.specials.skip": "the skip rank",
    "american_page_one.specials.reverse": "the reverse rank",
    "american_page_one.evasion": "the evasion of draw cards",
    "american_page_one.special_finish": "the special finish",
    "american_page_one.draw": "the draw rule",
    "american_page_one.starter": "the starter rule",
    "american_page_one.illegal_play": "what becomes of an illegal play",
    "american_page_one.joker_play": "when a Joker may be played",
    "american_page_one.dobon.dobon_return": "the answer to a dobon",
    "seats": "the number of seats",
}

_FAULTS: Final = {
    "out_of_range": "{field} must be from {low} to {high}; it is {value}.",
    "unset": "set {field}.",
    "unknown_value": "choose {field} from the values 1 to {high}; {value} is none of them.",
    "not_text": "{field} must be well-formed text (no lone surrogates).",
    "name_too_long": "{field} has at most {high} bytes in UTF-8; it has {value}.",
    "word_too_long": "{field} has at most {high} characters; it has {value}.",
    "game_unset": "one game must be chosen: page_one or american_page_one.",
    "pack_too_large": "the whole pack has at most {high} cards, but decks and Jokers make {value}; take fewer.",
    "cannot_deal": "{seats} seats with {hand:card/cards} each and one card more cannot be dealt"
    " from {pack:card/cards}; take fewer seats, smaller hands or more decks.",
    "needs_placement": "a round to the last seat is scored by places; set the scoring to"
    " SCORING_PLACEMENT, or end the round with ROUND_END_FIRST_OUT.",
    "needs_last_standing": "places are scored only when the round goes on to the last seat; set"
    " ROUND_END_LAST_STANDING, or score by cards.",
    "too_many_jokers": "Page One takes at most {high} Jokers; there are {value}.",
    "rank_shared": "one rank bears one power, but several sit on {rank}; move or unset all but one.",
    "joker_play_without_jokers": "there is no Joker in the pack; set joker_play to JOKER_PLAY_ANY_TIME, or add Jokers.",
    "nothing_to_link": "linked evasion needs two of draw two, draw three and Jokers; add one, or"
    " choose another evasion.",
    "pass_until_playable": "who draws until a card fits cannot pass instead; unset"
    " pass_without_draw, or choose another draw rule.",
    "starter_without_dobon": "a dobon on the starter needs dobon; set dobon.enabled, or unset dobon.on_starter.",
    "return_without_dobon": "an answer to a dobon needs dobon; set dobon.enabled, or set"
    " dobon_return to DOBON_RETURN_OFF.",
    "false_call_out_free": "where a Joker with the suit in hand is for others to call out, a false"
    " call-out must cost something; set penalties.false_call_out to 1 or more.",
    "special_finish_free": "a special finish that is penalized must cost something; set"
    " penalties.special_finish to 1 or more.",
}

_REFUSALS: Final = {
    Refusal.NOT_YOUR_TURN: "It is another seat's turn. Wait until yours has come.",
    Refusal.WRONG_PHASE: "That cannot be done at this moment of the game. Look at the actions that are listed for you.",
    Refusal.SEAT_NOT_PLAYING: "This seat is out or has left and plays no more in this round.",
    Refusal.CARD_NOT_IN_HAND: "Those cards are not your hand's. Play cards that you hold; a dobon"
    " lays down exactly the whole hand.",
    Refusal.MUST_FOLLOW_SUIT: "Follow the suit led: play a card of it while you have one; draw only"
    " when you have none.",
    Refusal.NO_MATCH: "That card fits neither the suit in force nor the rank of the top card. Play"
    " one that does, or draw.",
    Refusal.MUST_EVADE_OR_DRAW: "Cards are to be drawn. Draw them, or evade with a draw card where the rules let you.",
    Refusal.ONLY_DRAWN_CARD: "After drawing you may play only the card you drew, by itself, or pass.",
    Refusal.DRAWN_CARD_WAITS: "After drawing nothing may be played in this turn. Pass; the card"
    " waits for your next turn.",
    Refusal.SETS_NOT_ALLOWED: "Only one card at a time may be played here. Choose one.",
    Refusal.DIFFERENT_RANKS: "Cards played together must be of one rank.",
    Refusal.SUIT_REQUIRED: "Name a suit with it: clubs, diamonds, hearts or spades.",
    Refusal.SUIT_NOT_ALLOWED: "No suit may be named with this card. Play it without one.",
    Refusal.WRONG_CALL: "That call is not owed by this play. Make the one that is, or none.",
    Refusal.JOKER_CANNOT_FINISH: "A Joker cannot be your last card. Play another one, or draw first.",
    Refusal.SPECIAL_CANNOT_FINISH: "A special card cannot be your last one. Play another one, or draw.",
    Refusal.JOKER_WITH_SUIT_IN_HAND: "A Joker may be played only without a card of the suit in"
    " force in hand. Play one of that suit.",
    Refusal.MUST_PLAY: "You can play, so you must: choose a card that may be played.",
    Refusal.ALREADY_DREW: "You have drawn in this turn already. Play, or pass where the rules let you.",
    Refusal.MUST_DRAW_FIRST: "Draw a card before you pass.",
    Refusal.CANNOT_PASS: "There is no passing in this game. Play a card, or draw until you can.",
    Refusal.NOTHING_TO_DRAW: "Nothing is left to be drawn. Play a card, or pass.",
    Refusal.NOTHING_TO_CALL_OUT: "There is nothing here that you could call out.",
    Refusal.NOTHING_TO_CHALLENGE: "There is no Joker here that you could challenge.",
    Refusal.NO_DOBON: "This is no dobon: the ranks of your whole hand (A 1 to K 13, Joker 0) must"
    " sum to the card struck, while it is open to you.",
    Refusal.ALREADY_ANSWERED: "You have answered already. Wait for the others.",
    Refusal.NO_CARDS: "Choose at least one card to play.",
}

_TERMS: Final[dict[str, dict[int, str]]] = {
    "Rank": {
        0: "Joker",
        1: "A",
        **{rank: str(rank) for rank in range(2, 11)},
        11: "J",
        12: "Q",
        13: "K",
    },
    "Suit": {0: "no suit", 1: "clubs", 2: "diamonds", 3: "hearts", 4: "spades"},
    "Phase": {1: "turn", 2: "claims", 3: "round over", 4: "match over"},
    "Call": {0: "no call", 1: "last card but one", 2: "last card"},
    "Offense": {1: "missed call", 2: "illegal play", 3: "table talk"},
    "DrawReason": {1: "turn", 2: "pending draw", 3: "penalty", 4: "challenge"},
    "RoundOutcome": {1: "won", 2: "void: nobody could go on", 3: "void: too many turns"},
    "RoundEnd": {1: "first out", 2: "last standing"},
    "NextDealer": {1: "rotates", 2: "the winner"},
    "MissedCall": {1: "penalized", 2: "when called out"},
    "Scoring": {1: "card count", 2: "card points", 3: "placement"},
    "StockOut": {1: "take the table", 2: "take the trick", 3: "reshuffle"},
    "Evasion": {1: "same rank", 2: "linked", 3: "none"},
    "SpecialFinish": {1: "allowed", 2: "penalized", 3: "rejected"},
    "DrawRule": {1: "one, playable", 2: "one, waits", 3: "until playable"},
    "Starter": {1: "as the dealer's play", 2: "neutral", 3: "plain"},
    "IllegalPlay": {1: "rejected", 2: "when called out"},
    "JokerPlay": {1: "any time", 2: "without the suit", 3: "challengeable"},
    "DobonReturn": {1: "off", 2: "last card laid", 3: "contested rank"},
    "Strength": {1: "stand-in", 2: "easy", 3: "normal", 4: "hard"},
}

_LINES: Final = {
    "game.page_one": "A game of tricks: one card from each seat, of the suit led. Whoever gets rid"
    " of every card is out.",
    "game.american": "A game of matching: cards are played onto one pile. Whoever gets rid of every card is out.",
    "seats": "For {seats:seat/seats}.",
    "seats.range": "For {low} to {high:seat/seats}.",
    "pack": "{decks:deck/decks} of 52 cards with {jokers:Joker/Jokers}, {cards:card/cards} altogether.",
    "pack.no_jokers": "{decks:deck/decks} of 52 cards, no Jokers.",
    "hand": "Each seat is dealt {hand:card/cards}.",
    "hand.seats": "With {low:seat/seats} each is dealt {hand:card/cards}.",
    "hand.range": "With {low} to {high:seat/seats} each is dealt {hand:card/cards}.",
    "rounds": "A match is {rounds:round/rounds}.",
    "rounds.seats": "A match is as many rounds as there are seats.",
    "dealer.rotates": "The deal passes on clockwise after each round.",
    "dealer.winner": "The winner of a round deals the next one; after a void round the same dealer deals again.",
    "end.first_out": "The round ends as soon as a seat is out.",
    "end.last_standing": "The round goes on until one seat is left, which takes the last place.",
    "limit": "A round is void and scores nothing when nobody can go on, or when it is not over"
    " after {limit:turn action/turn actions}.",
    # Page One
    "trick": "The dealer leads any card, later the winner of the trick before. The others follow,"
    " clockwise, with the suit led.",
    "trick.draw": "Whoever lacks the suit draws, card by card, until one comes; whoever has it may not draw.",
    "trick.rank": "The strongest card of the suit led wins the trick: A, K, Q down to 2.",
    "trick.rank_equal": "The strongest card of the suit led wins the trick: A, K, Q down to 2; of"
    " equal cards the first.",
    "trick.joker": "A Joker goes with every suit and beats every other card; when it is led, the"
    " next seat sets the suit.",
    "trick.joker_free": "A Joker never has to be played: without the suit one may draw past it.",
    "trick.joker_forced": "Whoever lacks the suit and holds a Joker must play it.",
    "trick.joker_last": "A Joker cannot be the last card; whoever holds only a Joker draws one card first.",
    "stock.take_all": "Whoever must draw from an empty stock takes every face-up card instead, the"
    " trick is void, and that seat leads the next one.",
    "stock.take_trick": "Whoever must draw from an empty stock takes the cards of the trick"
    " instead, the trick is void, and that seat leads the next one.",
    "stock.reshuffle_void": "An empty stock is made anew from the finished tricks; when there are"
    " none, the round is void.",
    "stock.reshuffle_share": "An empty stock is made anew from the finished tricks; when there are"
    " none, the seats still in share the last place.",
    # American Page One
    "match": "A card may be played when it is of the suit in force or of the top card's rank.",
    "match.draw": "An empty stock is made anew from the pile under the top card.",
    "power.none": "No card has a special power.",
    "power.draw_two": "{card}: the next seat draws 2 cards and loses its turn.",
    "power.draw_three": "{card}: the next seat draws 3 cards and loses its turn.",
    "power.wild": "{card}: may be played on any card and names the suit.",
    "power.skip": "{card}: the next seat is skipped.",
    "power.reverse": "{card}: the direction of play turns.",
    "power.joker": "Joker: fits any card and names the suit; the next seat draws 4 cards and loses its turn.",
    "reverse.skips": "With two seats left, a reverse skips the other one.",
    "reverse.plain": "With two seats left, a reverse skips nobody.",
    "joker.any_time": "A Joker may be played at any time.",
    "joker.without_suit": "A Joker may be played only without a card of the suit in force in hand"
    " ({exempt} not counted), or to evade.",
    "joker.challengeable": "A Joker may be played at any time, but unless it evaded, the next seat"
    " may challenge it: when the player's hand has a card of the suit in force before"
    " ({exempt} not counted), the player draws 4 cards for each Joker and the challenger owes"
    " nothing; when not, the challenger draws 2 more than it owed and loses its turn.",
    "evasion.same_rank": "Instead of drawing, one may play a card of the same rank ({cards}); the"
    " numbers add up and pass on to the next seat.",
    "evasion.linked": "Instead of drawing, one may play a card of the same rank, or any of {cards}"
    " that is of the suit in force; the numbers add up and pass on to the next seat.",
    "evasion.linked_joker": "Instead of drawing, one may play a card of the same rank, or any of"
    " {cards} that is of the suit in force (a Joker always); the numbers add up and pass on to the"
    " next seat.",
    "evasion.none": "Cards owed are drawn at once and cannot be evaded; also when the draw card was"
    " the last card of the round, before scoring.",
    "evasion.none_challenge": "Cards owed are drawn at once and cannot be evaded, unless the Joker can"
    " be challenged instead; also when the draw card was the last card of the round, before scoring.",
    "sets.on": "Several cards of one rank may be played together: the first must fit, the last"
    " becomes the top card, and their powers add up.",
    "sets.off": "Cards are played one at a time.",
    "finish.allowed_stops": "A special card ({cards}) may be the last one played; the round is over"
    " before its power works.",
    "finish.allowed_works": "A special card ({cards}) may be the last one played; its power works.",
    "finish.penalized": "Whoever plays a special card ({cards}) as the last one draws"
    " {penalty:card/cards} and is not out.",
    "finish.rejected": "A special card ({cards}) cannot be the last one played.",
    "draw.one_playable": "Instead of playing, one may draw a card and then play that very card or pass.",
    "draw.one_waits": "Instead of playing, one may draw a card; it cannot be played in the same turn.",
    "draw.until_playable": "Whoever can play must; whoever cannot draws until a card fits, and then"
    " plays. One passes only when nothing can be drawn.",
    "pass.free": "One may pass without drawing.",
    "pass.after_draw": "One passes only after drawing, or when nothing can be drawn.",
    "starter.dealer": "The first card turned up counts as the dealer's play, with its power.",
    "starter.neutral": "The first card turned up works as if played by somebody between the dealer and the first seat.",
    "starter.neutral_joker": "The first card turned up works as if played by somebody between the"
    " dealer and the first seat; a Joker goes back into the stock and another card is turned.",
    "starter.plain": "The first card turned up has no power: special cards ({cards}) go to the"
    " bottom of the stock until a plain one is turned.",
    "illegal.rejected": "A card that does not fit cannot be played.",
    "illegal.called_out": "A play that is not allowed stays unless it is called out before the next"
    " turn action; then the cards go back and their player draws {penalty:card/cards}.",
    "illegal.called_out_free": "A play that is not allowed stays unless it is called out before the"
    " next turn action; then the cards go back.",
    "dobon.off": "There is no dobon.",
    "dobon.on": "Dobon: whoever's hand sums to the rank of a card just played (A 1 to K 13, Joker"
    " 0) may lay it down and is out; the card struck goes back to its player.",
    "dobon.starter": "Dobon may also be called on the first card turned up.",
    "dobon.no_starter": "Dobon cannot be called on the first card turned up.",
    "dobon.return_off": "A dobon cannot be answered by another.",
    "dobon.return_last_laid": "A dobon may be answered by another: by anybody whose hand sums to"
    " the last card that the claimant laid, and so on.",
    "dobon.return_contested": "A dobon may be answered by the player struck, when its own hand"
    " sums to the same rank; that strikes all claimants.",
    # both
    "calls.none": "No calls are owed.",
    "calls.penultimate": "Whoever plays down to one card calls “{word}”.",
    "calls.last": "Whoever plays the last card calls “{word}”.",
    "calls.sets": "Whoever plays the last cards together owes only the last call.",
    "missed.penalized": "A forgotten call costs {penalty:card/cards} at once.",
    "missed.penalized_last": "A forgotten call costs {penalty:card/cards} at once, and with the"
    " last card one is not out.",
    "missed.called_out": "A forgotten call costs {penalty:card/cards} when it is called out before"
    " the next turn action.",
    "missed.called_out_last": "A forgotten call costs {penalty:card/cards} when it is called out"
    " before the next turn action; called out with the last card, one is not out.",
    "missed.free": "A forgotten call costs nothing.",
    "false.penalty": "Whoever calls out what did not happen draws {penalty:card/cards}.",
    "false.free": "Calling out what did not happen costs nothing.",
    "talk.penalty": "Table talk costs {penalty:card/cards} when it is called out.",
    "score.placement": "Of the n seats dealt in, the first out gains n − 1 points, the second"
    " n − 2, and so on; the last gains none.",
    "score.gain": "The winner gains what the others hold; the others lose nothing.",
    "score.exchange": "Each loser loses what it holds, and the winner gains all of it.",
    "score.exchange_shared": "Each loser loses what it holds, and each winner gains all of it.",
    "count.cards": "Each card left in hand counts 1.",
    "count.points": "Cards left in hand count: {prices}; every other card its number.",
    "count.price": "{cards} = {points}",
}

ENGLISH: Final = Lexicon(
    fields=_FIELDS,
    faults=_FAULTS,
    refusals=_REFUSALS,
    terms=_TERMS,
    lines=_LINES,
    comma=", ",
    semicolon="; ",
)
