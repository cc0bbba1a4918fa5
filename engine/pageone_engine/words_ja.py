"""Japanese words: fields, faults, refusals, terms, and rules in sentences."""

from typing import Final

from .lexicon import Lexicon
from .refusals import Refusal

_FIELDS: Final = {
    "name": "名前",
    "rounds": "ラウンド数",
    "decks": "デッキ数",
    "jokers": "ジョーカーの枚数",
    "hand_size": "配る手札の枚数",
    "turn_limit": "手数の上限",
    "round_end": "ラウンドの終わり方",
    "next_dealer": "次の親の決め方",
    "calls.penultimate": "残り1枚になるときの掛け声",
    "calls.last": "最後の1枚を出すときの掛け声",
    "calls.missed": "宣言を忘れたときの扱い",
    "penalties.missed_call": "宣言忘れのペナルティ",
    "penalties.illegal_play": "反則のペナルティ",
    "penalties.special_finish": "特殊カード上がりのペナルティ",
    "penalties.table_talk": "口出しのペナルティ",
    "penalties.false_call_out": "間違った指摘のペナルティ",
    "scoring": "得点の数え方",
    "card_points.joker": "ジョーカーの点数",
    "card_points.wild": "ワイルドカードの点数",
    "card_points.action": "特殊カードの点数",
    "card_points.court": "絵札の点数",
    "card_points.ace": "Aの点数",
    "page_one.stock_out": "山札がなくなったときの扱い",
    "american_page_one.specials.draw_two": "2枚引かせるランク",
    "american_page_one.specials.draw_three": "3枚引かせるランク",
    "american_page_one.specials.wild": "ワイルドのランク",
    "american_page_one.specials.skip": "スキップのランク",
    "american_page_one.specials.reverse": "リバースのランク",
    "american_page_one.evasion": "引かせるカードの回避",
    "american_page_one.special_finish": "特殊カードでの上がり",
    "american_page_one.draw": "山札の引き方",
    "american_page_one.starter": "最初の台札の扱い",
    "american_page_one.illegal_play": "反則の扱い",
    "american_page_one.joker_play": "ジョーカーを出せる条件",
    "american_page_one.dobon.dobon_return": "ドボン返し",
    "seats": "人数",
}

_FAULTS: Final = {
    "out_of_range": "{field}は{low}から{high}までです（現在{value}）。",
    "unset": "{field}を指定してください。",
    "unknown_value": "{field}の値{value}は使えません。1から{high}までの値を選んでください。",
    "not_text": "{field}に文字として正しくない部分があります（単独のサロゲートは使えません）。",
    "name_too_long": "{field}はUTF-8で{high}バイトまでです（現在{value}バイト）。",
    "word_too_long": "{field}は{high}文字までです（現在{value}文字）。",
    "game_unset": "page_oneかamerican_page_oneのどちらかのゲームを選んでください。",
    "pack_too_large": "カードは全部で{high}枚までですが、デッキとジョーカーを合わせると{value}枚に"
    "なります。枚数を減らしてください。",
    "cannot_deal": "{pack}枚のカードでは、{seats}人に{hand}枚ずつ配ったうえで1枚残すことができませ"
    "ん。人数か手札を減らすか、デッキを増やしてください。",
    "needs_placement": "最後の1人まで続けるラウンドは順位で得点します。scoringをSCORING_PLACEMENTに"
    "するか、round_endをROUND_END_FIRST_OUTにしてください。",
    "needs_last_standing": "順位で得点できるのは最後の1人まで続けるときだけです。round_endを"
    "ROUND_END_LAST_STANDINGにするか、カードで得点してください。",
    "too_many_jokers": "ページワンのジョーカーは{high}枚までです（現在{value}枚）。",
    "rank_shared": "1つのランクに持たせられる効果は1つですが、{rank}に複数あります。1つだけ残してください。",
    "joker_play_without_jokers": "ジョーカーが入っていません。joker_playをJOKER_PLAY_ANY_TIMEに"
    "するか、ジョーカーを加えてください。",
    "nothing_to_link": "リンクには、2枚引かせるカード・3枚引かせるカード・ジョーカーのうち2種類以上"
    "が必要です。加えるか、ほかの回避のルールを選んでください。",
    "pass_until_playable": "出せるまで引くルールでは、引かずにパスすることはできません。"
    "pass_without_drawを外すか、ほかの引き方を選んでください。",
    "starter_without_dobon": "最初の台札へのドボンには、ドボンのルールが必要です。dobon.enabledを"
    "有効にするか、dobon.on_starterを外してください。",
    "return_without_dobon": "ドボン返しには、ドボンのルールが必要です。dobon.enabledを有効にする"
    "か、dobon_returnをDOBON_RETURN_OFFにしてください。",
    "false_call_out_free": "同じスートを持ちながらのジョーカーを指摘に任せるときは、間違った指摘に"
    "もペナルティが必要です。penalties.false_call_outを1以上にしてください。",
    "special_finish_free": "特殊カード上がりにペナルティを科すなら枚数が必要です。"
    "penalties.special_finishを1以上にしてください。",
}

_REFUSALS: Final = {
    Refusal.NOT_YOUR_TURN: "ほかの人の番です。自分の番が来るまでお待ちください。",
    Refusal.WRONG_PHASE: "今はそれができる場面ではありません。選べる行動の中から選んでください。",
    Refusal.SEAT_NOT_PLAYING: "この席はすでに上がったか抜けたので、このラウンドではもう行動できません。",
    Refusal.CARD_NOT_IN_HAND: "手札にないカードです。持っているカードを出してください。ドボンでは手"
    "札をすべて、過不足なく出します。",
    Refusal.MUST_FOLLOW_SUIT: "台札と同じスートを持っている間は、そのスートのカードを出してくださ"
    "い。引けるのは1枚も持っていないときだけです。",
    Refusal.NO_MATCH: "場のスートにも場札のランクにも合いません。合うカードを出すか、山札を引いてください。",
    Refusal.MUST_EVADE_OR_DRAW: "引かなければならないカードがあります。引くか、ルールで回避できるカ"
    "ードを出してください。",
    Refusal.ONLY_DRAWN_CARD: "引いたあとに出せるのは、引いたそのカード1枚だけです。出さないならパスしてください。",
    Refusal.DRAWN_CARD_WAITS: "引いた番にはカードを出せません。パスして、次の自分の番までお待ちください。",
    Refusal.SETS_NOT_ALLOWED: "一度に出せるのは1枚だけです。1枚を選んでください。",
    Refusal.DIFFERENT_RANKS: "一緒に出せるのは同じランクのカードだけです。",
    Refusal.SUIT_REQUIRED: "スートを指定してください（クラブ・ダイヤ・ハート・スペード）。",
    Refusal.SUIT_NOT_ALLOWED: "このカードではスートを指定できません。指定せずに出してください。",
    Refusal.WRONG_CALL: "この出し方に必要な宣言ではありません。正しい宣言をするか、宣言せずに出してください。",
    Refusal.JOKER_CANNOT_FINISH: "ジョーカーは最後の1枚にできません。ほかのカードを出すか、先に引いてください。",
    Refusal.SPECIAL_CANNOT_FINISH: "特殊カードでは上がれません。ほかのカードを出すか、引いてください。",
    Refusal.JOKER_WITH_SUIT_IN_HAND: "場のスートのカードを持っている間はジョーカーを出せません。そ"
    "のスートのカードを出してください。",
    Refusal.MUST_PLAY: "出せるカードがあるので、出さなければなりません。出せるカードを選んでください。",
    Refusal.ALREADY_DREW: "この番ではもう引きました。カードを出すか、ルールで許されるならパスしてください。",
    Refusal.MUST_DRAW_FIRST: "パスの前に、まずカードを引いてください。",
    Refusal.CANNOT_PASS: "このゲームにパスはありません。カードを出すか、出せるまで引いてください。",
    Refusal.NOTHING_TO_DRAW: "引けるカードが残っていません。カードを出すか、パスしてください。",
    Refusal.NOTHING_TO_CALL_OUT: "ここで指摘できることはありません。",
    Refusal.NOTHING_TO_CHALLENGE: "チャレンジできるジョーカーはありません。",
    Refusal.NO_DOBON: "ドボンになりません。手札全部のランクの合計（A＝1〜K＝13、ジョーカー＝0）が"
    "相手のカードのランクと等しく、ドボンできる場面でなければなりません。",
    Refusal.ALREADY_ANSWERED: "もう答えました。ほかの人をお待ちください。",
    Refusal.NO_CARDS: "出すカードを1枚以上選んでください。",
}

_TERMS: Final[dict[str, dict[int, str]]] = {
    "Rank": {
        0: "ジョーカー",
        1: "A",
        **{rank: str(rank) for rank in range(2, 11)},
        11: "J",
        12: "Q",
        13: "K",
    },
    "Suit": {0: "指定なし", 1: "クラブ", 2: "ダイヤ", 3: "ハート", 4: "スペード"},
    "Phase": {1: "手番", 2: "宣言待ち", 3: "ラウンド終了", 4: "試合終了"},
    "Call": {0: "宣言なし", 1: "残り1枚の宣言", 2: "最後の1枚の宣言"},
    "Offense": {1: "宣言忘れ", 2: "反則", 3: "口出し"},
    "DrawReason": {1: "手番", 2: "引かせるカード", 3: "ペナルティ", 4: "チャレンジ"},
    "RoundOutcome": {1: "決着", 2: "無効（誰も続けられない）", 3: "無効（手数の上限）"},
    "RoundEnd": {1: "1人が上がるまで", 2: "最後の1人まで"},
    "NextDealer": {1: "順番に交代", 2: "勝者"},
    "MissedCall": {1: "すぐにペナルティ", 2: "指摘されたとき"},
    "Scoring": {1: "枚数", 2: "カードの点数", 3: "順位"},
    "StockOut": {1: "場のカードをすべて取る", 2: "トリックを取る", 3: "切り直す"},
    "Evasion": {1: "同じランク", 2: "リンク", 3: "回避なし"},
    "SpecialFinish": {1: "できる", 2: "ペナルティ", 3: "できない"},
    "DrawRule": {1: "1枚、出してよい", 2: "1枚、出せない", 3: "出せるまで"},
    "Starter": {1: "親が出した扱い", 2: "仮の人が出した扱い", 3: "効果なし"},
    "IllegalPlay": {1: "出せない", 2: "指摘されたとき"},
    "JokerPlay": {1: "いつでも", 2: "同じスートがないとき", 3: "チャレンジあり"},
    "DobonReturn": {1: "なし", 2: "最後に置いたカード", 3: "同じランク"},
    "Strength": {1: "代打ち", 2: "弱い", 3: "普通", 4: "強い"},
}

_LINES: Final = {
    "game.page_one": "トリックのゲームです。台札と同じスートのカードを1人1枚ずつ出し、手札をすべて"
    "なくした人が上がりです。",
    "game.american": "場札に合うカードを重ねていくゲームです。手札をすべてなくした人が上がりです。",
    "seats": "{seats}人で遊びます。",
    "seats.range": "{low}人から{high}人で遊びます。",
    "pack": "52枚のトランプ{decks}組にジョーカー{jokers}枚を加えた{cards}枚を使います。",
    "pack.no_jokers": "52枚のトランプ{decks}組を使います。ジョーカーは入れません。",
    "hand": "手札は1人{hand}枚です。",
    "hand.seats": "{low}人のとき、手札は1人{hand}枚です。",
    "hand.range": "{low}人から{high}人のとき、手札は1人{hand}枚です。",
    "rounds": "1試合は{rounds}ラウンドです。",
    "rounds.seats": "1試合は人数と同じ数のラウンドです。",
    "dealer.rotates": "親はラウンドごとに時計回りに交代します。",
    "dealer.winner": "ラウンドの勝者が次の親になります。無効のラウンドのあとは同じ親が続けます。",
    "end.first_out": "誰かが上がったところでラウンドは終わります。",
    "end.last_standing": "最後の1人になるまでラウンドを続け、残った人が最下位です。",
    "limit": "誰も続けられなくなったとき、または{limit}手を打っても終わらないとき、ラウンドは無効と"
    "なり、得点はありません。",
    # ページワン
    "trick": "最初は親が、その後は前のトリックを取った人が好きなカードを出し、ほかの人は時計回りに"
    "台札と同じスートを出します。",
    "trick.draw": "同じスートがないときは、出るまで山札を1枚ずつ引きます。持っているのに引くことはできません。",
    "trick.rank": "台札のスートで一番強いカードがトリックを取ります。強さはA、K、Q…2の順です。",
    "trick.rank_equal": "台札のスートで一番強いカードがトリックを取ります。強さはA、K、Q…2の順で、"
    "同じカードなら先に出したほうが勝ちます。",
    "trick.joker": "ジョーカーはどのスートにも使え、一番強いカードです。最初に出されたときは、次の"
    "人がスートを決めます。",
    "trick.joker_free": "ジョーカーは出さなくてもかまいません。同じスートがなければ山札を引けます。",
    "trick.joker_forced": "同じスートがなくジョーカーを持っている人は、ジョーカーを出さなければなりません。",
    "trick.joker_last": "ジョーカーは最後の1枚にできません。手札がジョーカーだけの人は、先に1枚引きます。",
    "stock.take_all": "山札がないのに引かなければならない人は、場に出たカードをすべて手札に加えま"
    "す。そのトリックは無効で、その人が次の台札を出します。",
    "stock.take_trick": "山札がないのに引かなければならない人は、そのトリックのカードを手札に加えま"
    "す。そのトリックは無効で、その人が次の台札を出します。",
    "stock.reshuffle_void": "山札がなくなったら、済んだトリックのカードを切り直して山札にします。そ"
    "れもなければラウンドは無効です。",
    "stock.reshuffle_share": "山札がなくなったら、済んだトリックのカードを切り直して山札にします。"
    "それもなければ、残った全員が同じ最下位です。",
    # アメリカンページワン
    "match": "場のスートか、場札のランクに合うカードを出せます。",
    "match.draw": "山札がなくなったら、一番上の場札を残して捨て札を切り直し、山札にします。",
    "power.none": "特殊カードはありません。",
    "power.draw_two": "{card}：次の人は2枚引き、番を飛ばされます。",
    "power.draw_three": "{card}：次の人は3枚引き、番を飛ばされます。",
    "power.wild": "{card}：どのカードの上にも出せ、スートを指定します。",
    "power.skip": "{card}：次の人を飛ばします。",
    "power.reverse": "{card}：回る向きが逆になります。",
    "power.joker": "ジョーカー：どのカードにも合い、スートを指定します。次の人は4枚引き、番を飛ばされます。",
    "reverse.skips": "残り2人のときのリバースは、相手を飛ばします。",
    "reverse.plain": "残り2人のときのリバースは、相手を飛ばしません。",
    "joker.any_time": "ジョーカーはいつでも出せます。",
    "joker.without_suit": "ジョーカーは、場のスートのカードを持っていないときだけ出せます（{exempt}"
    "は数えません）。回避のときは別です。",
    "joker.challengeable": "ジョーカーはいつでも出せますが、回避で出されたのでなければ、次の人は"
    "チャレンジできます。出した人の手札に直前の場のスートのカードがあれば（{exempt}は数えません）、"
    "出した人がジョーカー1枚につき4枚引き、チャレンジした人は引かずに済みます。なければ、チャレンジ"
    "した人が引くはずの枚数に加えて2枚引き、番が終わります。",
    "evasion.same_rank": "引く代わりに同じランクのカード（{cards}）を出して回避できます。枚数は足さ"
    "れて次の人に回ります。",
    "evasion.linked": "引く代わりに、同じランクのカードか、場のスートの{cards}を出して回避できま"
    "す。枚数は足されて次の人に回ります。",
    "evasion.linked_joker": "引く代わりに、同じランクのカードか、{cards}のうち場のスートのもの"
    "（ジョーカーはいつでも）を出して回避できます。枚数は足されて次の人に回ります。",
    "evasion.none": "引かされるカードは回避できず、すぐに引きます。そのカードでラウンドが終わるとき"
    "も、得点の前に引きます。",
    "evasion.none_challenge": "引かされるカードは回避できず、すぐに引きます。ジョーカーにチャレンジできるとき"
    "だけは、引く前に選べます。そのカードでラウンドが終わるときも、得点の前に引きます。",
    "sets.on": "同じランクのカードは何枚でも一緒に出せます。最初の1枚が場に合わなければならず、最後"
    "の1枚が場札になり、効果は重なります。",
    "sets.off": "カードは1枚ずつ出します。",
    "finish.allowed_stops": "特殊カード（{cards}）でも上がれます。効果が出る前にラウンドが終わります。",
    "finish.allowed_works": "特殊カード（{cards}）でも上がれます。効果はそのまま働きます。",
    "finish.penalized": "特殊カード（{cards}）を最後に出すと、ペナルティとして{penalty}枚引き、上がれません。",
    "finish.rejected": "特殊カード（{cards}）を最後の1枚として出すことはできません。",
    "draw.one_playable": "カードを出す代わりに1枚引き、そのカードを出すかパスすることができます。",
    "draw.one_waits": "カードを出す代わりに1枚引くことができます。引いた番にはカードを出せません。",
    "draw.until_playable": "出せるカードがあれば出さなければならず、なければ出せるカードが出るまで"
    "引いて出します。パスは引くカードがないときだけです。",
    "pass.free": "引かずにパスすることもできます。",
    "pass.after_draw": "パスできるのは、引いたあとか、引くカードがないときだけです。",
    "starter.dealer": "最初の台札は親が出したものとみなし、効果も働きます。",
    "starter.neutral": "最初の台札は、親と最初の人の間にいる仮の人が出したものとして効果が働きます。",
    "starter.neutral_joker": "最初の台札は、親と最初の人の間にいる仮の人が出したものとして効果が働"
    "きます。ジョーカーなら山札の中ほどに戻してめくり直します。",
    "starter.plain": "最初の台札には効果がありません。特殊カード（{cards}）は山札の一番下に入れ、普"
    "通のカードが出るまでめくります。",
    "illegal.rejected": "場に合わないカードは出せません。",
    "illegal.called_out": "反則の出し方も、次の人が行動する前に指摘されなければ通ります。指摘されるとカードは"
    "手札に戻り、ペナルティとして{penalty}枚引きます。",
    "illegal.called_out_free": "反則の出し方も、次の人が行動する前に指摘されなければ通ります。指摘されると"
    "カードは手札に戻ります。",
    "dobon.off": "ドボンはありません。",
    "dobon.on": "ドボン：出されたカードのランクと手札全部のランクの合計（A＝1〜K＝13、ジョーカー＝"
    "0）が等しい人は、手札をすべて出して上がれます。出されたカードは出した人の手札に戻ります。",
    "dobon.starter": "最初の台札にもドボンできます。",
    "dobon.no_starter": "最初の台札にはドボンできません。",
    "dobon.return_off": "ドボン返しはありません。",
    "dobon.return_last_laid": "ドボン返し：ドボンした人が最後に置いたカードのランクと手札の合計が等"
    "しい人は誰でも返せます。返しにもさらに返せます。",
    "dobon.return_contested": "ドボン返し：ドボンされた人だけが、手札の合計が同じランクのときに返せ"
    "ます。ドボンした人は全員取り消されます。",
    # 共通
    "calls.none": "宣言は必要ありません。",
    "calls.penultimate": "残り1枚になるカードを出すときは「{word}」と宣言します。",
    "calls.last": "最後のカードを出すときは「{word}」と宣言します。",
    "calls.sets": "最後の数枚をまとめて出すときは、最後の宣言だけで足ります。",
    "missed.penalized": "宣言を忘れると、すぐにペナルティとして{penalty}枚引きます。",
    "missed.penalized_last": "宣言を忘れると、すぐにペナルティとして{penalty}枚引きます。最後のカー"
    "ドで忘れると上がれません。",
    "missed.called_out": "宣言忘れを次の人が行動する前に指摘されると、ペナルティとして{penalty}枚引きます。",
    "missed.called_out_last": "宣言忘れを次の人が行動する前に指摘されると、ペナルティとして"
    "{penalty}枚引きます。最後のカードで指摘されると上がれません。",
    "missed.free": "宣言を忘れてもペナルティはありません。",
    "false.penalty": "間違った指摘をした人は、ペナルティとして{penalty}枚引きます。",
    "false.free": "間違った指摘にペナルティはありません。",
    "talk.penalty": "口出しを指摘されると、ペナルティとして{penalty}枚引きます。",
    "score.placement": "配られた人数をnとして、1位はn−1点、2位はn−2点と順に得点し、最下位は0点です。",
    "score.gain": "勝者はほかの人の手札の分を得点します。ほかの人の得点は変わりません。",
    "score.exchange": "負けた人はそれぞれ手札の分を失い、勝者はその合計を得ます。",
    "score.exchange_shared": "負けた人はそれぞれ手札の分を失い、勝者は1人ずつその合計を得ます。",
    "count.cards": "手札に残ったカードは1枚1点です。",
    "count.points": "手札に残ったカードの点数：{prices}、ほかは数字のとおり。",
    "count.price": "{cards}は{points}点",
}

JAPANESE: Final = Lexicon(
    fields=_FIELDS,
    faults=_FAULTS,
    refusals=_REFUSALS,
    terms=_TERMS,
    lines=_LINES,
    comma="・",
    semicolon="、",
)
