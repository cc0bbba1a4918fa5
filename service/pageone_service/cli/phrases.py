"""What the command line says to people, in English and Japanese, as data."""

from typing import Final

LANGUAGES: Final = ("en", "ja")

#: Names of the seats, by seat number; a person's own seat is "You".
SEAT_NAMES: Final = {
    "en": ("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Yama", "Kawa"),
    "ja": ("はる", "なつ", "あき", "ふゆ", "そら", "うみ", "やま", "かわ"),
}

#: Each phrase in English and Japanese; ``{}`` fields are filled by :func:`phrase`.
PHRASES: Final[dict[str, tuple[str, str]]] = {
    "you": ("You", "あなた"),
    # events
    "match_started": ("{rules}, {seats} seats", "{rules}、{seats}人"),
    "round_started": ("Round {round}: {seat} deals", "第{round}回戦　親は{seat}"),
    "cards_dealt": ("{seat} got {count} cards", "{seat}に{count}枚配られた"),
    "cards_dealt_seen": ("{seat} got {cards}", "{seat}の手札：{cards}"),
    "starter_turned": ("The starter is {card}", "最初の札は{card}"),
    "put_back": (" (put back before it: {cards})", "（その前に戻した札：{cards}）"),
    "cards_played": ("{seat}: {cards}", "{seat}：{cards}"),
    "naming": (" → {suit}", " → {suit}"),
    "calling": (" “{word}”", "「{word}」"),
    "drawn_turn": ("{seat} drew {count}", "{seat}は{count}枚引いた"),
    "drawn_pending": ("{seat} paid {count}", "{seat}は{count}枚引かされた"),
    "drawn_penalty": ("{seat} drew {count} as a penalty", "{seat}は罰で{count}枚引いた"),
    "drawn_challenge": ("{seat} drew {count} for the challenge", "{seat}はチャレンジで{count}枚引いた"),
    "drawn_seen": (": {cards}", "：{cards}"),
    "forgiven": (" ({count} forgiven)", "（{count}枚は免除）"),
    "turn_passed": ("{seat} passed", "{seat}はパス"),
    "suit_named": ("The suit is now {suit}", "マークは{suit}"),
    "seats_skipped": ("Skipped: {seats}", "飛ばされた：{seats}"),
    "clockwise": ("The direction is clockwise", "順番は時計回り"),
    "counter_clockwise": ("The direction is counter-clockwise", "順番は反時計回り"),
    "draw_pending": ("{seat} owes {count} cards", "{seat}に{count}枚の引きがかかる"),
    "draw_pending_over": ("Nothing is to be drawn any more", "引きはなくなった"),
    "called_out": ("{caller} called {offender} out: {offense}", "{caller}が{offender}を指摘：{offense}"),
    "called_out_false": (
        "{caller} called {offender} out wrongly: {offense}",
        "{caller}の{offender}への指摘は間違い：{offense}",
    ),
    "caught": ("{offender}: {offense}", "{offender}：{offense}"),
    "missed_call": ("forgot to call", "言い忘れ"),
    "illegal_play": ("illegal play", "出せない札"),
    "table_talk": ("table talk", "手の内の話"),
    "cards_returned": ("{cards} went back to {seat}", "{cards}は{seat}の手に戻った"),
    "hand_shown": ("{seat} showed {shown_to} its hand ({count})", "{seat}は{shown_to}に手札を見せた（{count}枚）"),
    "guilty": ("{challenger} challenged {challenged}: guilty", "{challenger}が{challenged}にチャレンジ：成功"),
    "not_guilty": ("{challenger} challenged {challenged}: not guilty", "{challenger}が{challenged}にチャレンジ：失敗"),
    "claims_opened": ("Anybody? {seats}", "何かありますか：{seats}"),
    "claims_opened_again": ("Anybody to return it? {seats}", "返しはありますか：{seats}"),
    "dobon_called": ("{seat}: DOBON against {against}! {cards}", "{seat}：{against}にドボン！ {cards}"),
    "dobon_voided": ("{seat}'s dobon is struck down", "{seat}のドボンは返された"),
    "claim_waived": ("{seat}: nothing", "{seat}：なし"),
    "claims_closed": ("Play goes on", "続行"),
    "trick_won": ("{seat} wins the trick", "{seat}が場を取った"),
    "table_taken": ("{seat} takes the table: {cards}", "{seat}は場札を引き取った：{cards}"),
    "stock_reshuffled": ("The stock is shuffled anew: {stock} cards", "山札を切り直した：{stock}枚"),
    "seat_went_out": ("{seat} is out, place {place}", "{seat}上がり、{place}位"),
    "seat_left": ("{seat} left the match", "{seat}は抜けた"),
    "turn_started": ("— {seat}", "— {seat}の番"),
    "round_won": ("The round is over", "回戦終了"),
    "round_blocked": ("The round is void: nobody can go on", "流局：誰も続けられない"),
    "round_turn_limit": ("The round is void: the turn limit is reached", "流局：手数の上限"),
    "match_ended": ("The match is over", "対戦終了"),
    # games
    "page_one": ("Page One", "ページワン"),
    "imohori": ("Imohori", "芋掘り"),
    "only_one": ("Only One", "オンリーワン"),
    "american_page_one": ("American Page One", "アメリカンページワン"),
    # tables
    "seat": ("Seat", "席"),
    "name": ("Name", "名前"),
    "cards": ("Cards", "枚数"),
    "score": ("Score", "得点"),
    "points": ("Points", "点"),
    "place": ("Place", "順位"),
    "left_over": ("Left over", "残り札"),
    "rank": ("Rank", "順位"),
    "rules": ("Rules", "ルール"),
    "rounds": ("Rounds", "回戦"),
    "void": ("Void", "流局"),
    "actions": ("Actions", "手数"),
    "standings": ("Standings", "最終順位"),
    "person": ("a person", "人"),
    "played_by": ("Played by", "強さ"),
    "seats_from_to": ("({low} to {high} seats)", "（{low}〜{high}人）"),
    "preset": ("preset", "標準ルール"),
    # verify
    "verified": (
        "Verified: {actions} actions could be made so. (Without a commitment nothing is said about the seed's age.)",
        "検証成功：{actions}手はすべて可能。（コミットメントがないので、シードが事前に決まっていたかは分かりません。）",
    ),
    "verified_with_seed": (
        "Verified: {actions} actions could be made so, and the seed fits its commitment.",
        "検証成功：{actions}手はすべて可能で、シードはコミットメントと一致します。",
    ),
    "not_verified": ("Not verified:", "検証失敗："),
    "failed_action": (
        "It fails at action {index} (the first is 0) of {actions}.",
        "{actions}手のうち{index}手目（最初は0）で失敗。",
    ),
    "reached": (
        "Reached: {phase}, round {round} of {rounds}. Standings:",
        "到達：{phase}、第{round}回戦（全{rounds}回戦）。順位：",
    ),
    "demo_done": (
        "{matches} matches played over gRPC: {actions} actions in {seconds} s.",
        "gRPCで{matches}対戦、{actions}手を{seconds}秒で終了。",
    ),
    # the table
    "round_of": ("Round {round} of {rounds}", "第{round}回戦（全{rounds}回戦）"),
    "stock": ("stock {count}", "山札{count}枚"),
    "top": ("on top {card}", "場札 {card}"),
    "suit_in_force": ("suit {suit}", "マーク {suit}"),
    "pending": ("to draw {count}", "引き{count}枚"),
    "reversed": ("counter-clockwise", "反時計回り"),
    "trick": ("trick: {plays}", "場：{plays}"),
    "suit_led": ("suit led {suit}", "台札のマーク {suit}"),
    "empty": ("(empty)", "（なし）"),
    "out": ("out, place {place}", "上がり {place}位"),
    "left": ("left", "抜けた"),
    "your_hand": ("Your hand", "あなたの手札"),
    # play
    "go_on": ("Enter: go on", "Enter：続ける"),
    "key_play": ("1–{count} play", "1–{count} 出す"),
    "key_draw": ("d draw", "d 引く"),
    "key_draw_pending": ("d draw {count}", "d {count}枚引く"),
    "key_pass": ("p pass", "p パス"),
    "key_suit": ("c/d/h/s name a suit", "c/d/h/s マークを決める"),
    "key_challenge": ("! challenge", "! チャレンジ"),
    "key_dobon": ("b dobon", "b ドボン"),
    "key_waive": ("w or Enter: nothing", "w か Enter：なし"),
    "key_call_out": ("o call out", "o 指摘"),
    "key_help": ("? help", "? 説明"),
    "key_quit": ("q leave", "q 抜ける"),
    "forgetting": (
        "Nobody reminds you of a call, and you may be called out for one you forgot.",
        "掛け声は誰も教えてくれません。忘れると指摘されることがあります。",
    ),
    "because": ("{keys}: {reason}", "{keys}：{reason}"),
    "not_understood": ("“{text}” is not understood; type ? for help.", "「{text}」は分かりません。? で説明が出ます。"),
    "no_such_card": ("There is no card {key}; your cards are 1 to {count}.", "{key}番の札はありません（1〜{count}）。"),
    "same_card_twice": ("A card can be named once only.", "同じ札は一度しか選べません。"),
    "no_such_word": ("“{text}” is no word of this game.", "「{text}」はこの対戦の掛け声ではありません。"),
    "nobody_to_call_out": ("There is nothing that could be called out.", "いま指摘できるものはありません。"),
    "which_offense": (
        "What? o call: the forgotten call, o play: the card",
        "何を？ o call：言い忘れ、o play：出した札",
    ),
    "which_dobon": ("Against whom? Type b and one of {seats}", "誰に？ b と {seats} のどれか"),
    "name_a_suit": ("Which suit? c ♣, d ♦, h ♥, s ♠", "マークは？ c ♣、d ♦、h ♥、s ♠"),
    "next_round": ("Enter: the next round, q: leave", "Enter：次の回戦、q：抜ける"),
    "left_match": ("You left the match.", "対戦から抜けました。"),
    "rejected": ("Not possible: {reason}", "できません：{reason}"),
    "seed": (
        "Seed (its commitment was published at the start): {seed}",
        "シード（開始時にコミットメントを公開済み）：{seed}",
    ),
    "words_owed": ("Words of this game: {words}", "この対戦の掛け声：{words}"),
    "no_words": ("Nothing has to be called in this game.", "この対戦に掛け声はありません。"),
}


#: What can be typed at the table: what to type, and what it does in English and Japanese.
HELP: Final[tuple[tuple[str, str, str], ...]] = (
    ("3", "play the card with this key", "その番号の札を出す"),
    (
        "1 4",
        "play several, where the rules allow it; the last one ends up on top",
        "複数出す（許されるとき）。最後の札が一番上",
    ),
    ("3 h", "name a suit with it: c ♣, d ♦, h ♥, s ♠", "マークも決める：c ♣、d ♦、h ♥、s ♠"),
    ("3 pageone", "say a word with it, spelt so or in Japanese", "掛け声も言う。日本語でもよい：3 ページワン"),
    ("d", "draw", "引く"),
    ("p", "pass", "パス"),
    ("!", "challenge the Joker just played", "出されたジョーカーにチャレンジ"),
    ("w", "claim nothing", "なし"),
    ("b", "dobon: lay your whole hand down", "ドボン：手札を全部出す"),
    ("b 3 1 2", "the same, in this order", "同じく、この順で"),
    ("b @2", "the same, against seat 2", "同じく、席2に"),
    (
        "o",
        "call the last play out (o call: the forgotten call, o play: the card)",
        "直前のプレイを指摘（o call：言い忘れ、o play：札）",
    ),
    ("?", "this help", "この説明"),
    ("q", "leave the match", "対戦から抜ける"),
)

#: Presets that have a name for people among the phrases.
GAMES: Final = ("page_one", "imohori", "only_one", "american_page_one")


def phrase(key: str, language: str, /, **values: object) -> str:
    """The phrase ``key`` in ``language`` with its fields filled."""
    return PHRASES[key][LANGUAGES.index(language)].format(**values)
