/** What happened, in words. A kind that is missing in one of the languages does not compile; one that is unknown says nothing. */
import type { Language } from '../app/settings';
import { cardNames, cardShort, suitName } from '../cards/cards';
import { Call, type Card, DrawReason, type Event, Offense, RoundOutcome, type Rules, type Suit } from '../contract';
import { count } from '../i18n/dictionary';
import { rulesName } from './names';

export type EventKind = Exclude<Event['kind']['case'], undefined>;
type Value<K extends EventKind> = Extract<Event['kind'], { case: K }>['value'];

/** What a sentence speaks of, in one language, for the eye or for the ear. */
export interface Speaker {
  /** A seat's name; the person's own is "You". */
  name(seat: number): string;
  isMine(seat: number): boolean;
  cards(cards: readonly Card[]): string;
  suit(suit: Suit): string;
  /** The word of a call in these rules. */
  word(call: Call): string;
}

type Tellers = { readonly [K in EventKind]: (value: Value<K>, say: Speaker) => string };

export function speaker(
  language: Language,
  name: (seat: number) => string,
  seat: number,
  rules: Rules | undefined,
  audience: 'eye' | 'ear',
): Speaker {
  return {
    name,
    isMine: (other) => other === seat,
    cards: (cards) => (audience === 'eye' ? cards.map(cardShort).join(' ') : cardNames(cards, language)),
    suit: (suit) => suitName(suit, language),
    word: (call) =>
      (call === Call.PENULTIMATE ? rules?.calls?.penultimate : call === Call.LAST ? rules?.calls?.last : '') ?? '',
  };
}

/** One event as a sentence; empty for a kind that this page does not know. */
export function tell(event: Event, language: Language, say: Speaker): string {
  const { kind } = event;
  if (kind.case === undefined) return '';
  const teller = TELLERS[language][kind.case] as ((value: unknown, say: Speaker) => string) | undefined;
  return teller?.(kind.value, say) ?? '';
}

function names(seats: readonly number[], say: Speaker, separator: string): string {
  return seats.map((seat) => say.name(seat)).join(separator);
}

const OFFENSES_EN: Readonly<Record<Offense, string>> = {
  [Offense.UNSPECIFIED]: 'an offense',
  [Offense.MISSED_CALL]: 'a missed call',
  [Offense.ILLEGAL_PLAY]: 'an illegal play',
  [Offense.TABLE_TALK]: 'table talk',
};
const OFFENSES_JA: Readonly<Record<Offense, string>> = {
  [Offense.UNSPECIFIED]: '違反',
  [Offense.MISSED_CALL]: '宣言忘れ',
  [Offense.ILLEGAL_PLAY]: '反則',
  [Offense.TABLE_TALK]: '口出し',
};
const DRAWN_EN: Readonly<Record<DrawReason, (seat: string, cards: string) => string>> = {
  [DrawReason.UNSPECIFIED]: (seat, cards) => `${seat} drew ${cards}`,
  [DrawReason.TURN]: (seat, cards) => `${seat} drew ${cards}`,
  [DrawReason.PENDING]: (seat, cards) => `${seat} had to draw ${cards}`,
  [DrawReason.PENALTY]: (seat, cards) => `${seat} drew ${cards} as a penalty`,
  [DrawReason.CHALLENGE]: (seat, cards) => `${seat} drew ${cards} for the challenge`,
};
const DRAWN_JA: Readonly<Record<DrawReason, (seat: string, cards: number) => string>> = {
  [DrawReason.UNSPECIFIED]: (seat, cards) => `${seat}が${cards}枚引きました`,
  [DrawReason.TURN]: (seat, cards) => `${seat}が${cards}枚引きました`,
  [DrawReason.PENDING]: (seat, cards) => `${seat}が${cards}枚引かされました`,
  [DrawReason.PENALTY]: (seat, cards) => `${seat}がペナルティで${cards}枚引きました`,
  [DrawReason.CHALLENGE]: (seat, cards) => `${seat}がチャレンジの結果${cards}枚引きました`,
};

const EN: Tellers = {
  matchStarted: ({ rules, seats }) => `${rulesName(rules, 'en')} with ${count(seats, 'player')}`,
  roundStarted: ({ round, dealer }, say) => `Round ${round}. Dealer: ${say.name(dealer)}`,
  cardsDealt: ({ seat, count: cards, cards: hand }, say) =>
    `${say.name(seat)} got ${hand.length > 0 ? say.cards(hand) : count(cards, 'card')}`,
  starterTurned: ({ card, putBack }, say) =>
    `The first card is ${say.cards([card])}${putBack.length > 0 ? `, after ${say.cards(putBack)} went back into the stock` : ''}`,
  cardsPlayed: ({ seat, cards, suit, call }, say) =>
    `${say.name(seat)} played ${say.cards(cards)}${suit ? ` and named ${say.suit(suit)}` : ''}${call ? `: “${say.word(call)}!”` : ''}`,
  cardsDrawn: ({ seat, reason, count: drawn, owed, cards }, say) =>
    `${(DRAWN_EN[reason] ?? DRAWN_EN[0])(say.name(seat), count(drawn, 'card'))}${cards.length > 0 ? `: ${say.cards(cards)}` : ''}${owed > drawn ? `; ${owed - drawn} could not be drawn` : ''}`,
  turnPassed: ({ seat }, say) => `${say.name(seat)} passed`,
  suitNamed: ({ suit }, say) => `The suit is now ${say.suit(suit)}`,
  seatsSkipped: ({ seats }, say) => `Skipped: ${names(seats, say, ', ')}`,
  directionReversed: ({ reversed }) => `Play now goes ${reversed ? 'counter-clockwise' : 'clockwise'}`,
  drawPending: ({ seat, count: cards }, say) =>
    cards > 0 ? `${count(cards, 'card')} to draw: ${say.name(seat)}` : 'Nothing is to be drawn any more',
  offenseCalledOut: ({ caller, offender, offense, upheld }, say) => {
    const what = OFFENSES_EN[offense] ?? OFFENSES_EN[0];
    if (caller === undefined) return `${say.name(offender)}: ${what}`;
    return `${say.name(caller)} called out ${what} by ${say.name(offender)}: ${upheld ? 'right' : 'wrong'}`;
  },
  cardsReturned: ({ seat, cards }, say) => `${say.cards(cards)} went back to ${say.name(seat)}`,
  handShown: ({ seat, shownTo, count: cards, cards: hand }, say) =>
    `${say.name(seat)} showed ${count(cards, 'card')} to ${say.name(shownTo)}${hand.length > 0 ? `: ${say.cards(hand)}` : ''}`,
  challengeSettled: ({ challenger, challenged, guilty }, say) =>
    `${say.name(challenger)} challenged ${say.name(challenged)}: ${guilty ? 'guilty' : 'not guilty'}`,
  claimsOpened: ({ level, seats }, say) => `${level === 1 ? 'Any claim' : 'Any return'}? ${names(seats, say, ', ')}`,
  dobonCalled: ({ seat, against, cards }, say) =>
    `${say.name(seat)}: “Dobon!” against ${say.name(against)} with ${say.cards(cards)}`,
  dobonVoided: ({ seat }, say) => `The dobon of ${say.name(seat)} was struck down`,
  claimWaived: ({ seat }, say) => `${say.name(seat)} claimed nothing`,
  claimsClosed: () => 'The claims are closed',
  trickWon: ({ seat }, say) => `${say.name(seat)} won the trick`,
  tableTaken: ({ seat, cards }, say) => `${say.name(seat)} took the table: ${say.cards(cards)}`,
  stockReshuffled: ({ stock }) => `The stock was shuffled anew: ${count(stock, 'card')}`,
  seatWentOut: ({ seat, place }, say) => `${say.name(seat)} went out! Place ${place}`,
  seatLeft: ({ seat }, say) => `${say.name(seat)} left the match`,
  turnStarted: ({ seat }, say) => (say.isMine(seat) ? 'It is your turn' : `Now to play: ${say.name(seat)}`),
  roundEnded: ({ outcome }) =>
    outcome === RoundOutcome.VOID_BLOCKED
      ? 'The round is void: nobody could go on'
      : outcome === RoundOutcome.VOID_TURN_LIMIT
        ? 'The round is void: it took too long'
        : 'The round is over',
  matchEnded: ({ standings }, say) =>
    `The match is over. First: ${names(
      standings.filter(({ rank }) => rank === 1).map(({ seat }) => seat),
      say,
      ', ',
    )}`,
};

const JA: Tellers = {
  matchStarted: ({ rules, seats }) => `${rulesName(rules, 'ja')}、${seats}人`,
  roundStarted: ({ round, dealer }, say) => `第${round}ラウンド。親は${say.name(dealer)}`,
  cardsDealt: ({ seat, count: cards, cards: hand }, say) =>
    hand.length > 0 ? `${say.name(seat)}の手札は${say.cards(hand)}` : `${say.name(seat)}に${cards}枚配られました`,
  starterTurned: ({ card, putBack }, say) =>
    `最初の台札は${say.cards([card])}${putBack.length > 0 ? `（${say.cards(putBack)}は山札に戻しました）` : ''}`,
  cardsPlayed: ({ seat, cards, suit, call }, say) =>
    `${say.name(seat)}が${say.cards(cards)}を出し${suit ? `、${say.suit(suit)}を指定し` : ''}ました${call ? `「${say.word(call)}！」` : ''}`,
  cardsDrawn: ({ seat, reason, count: drawn, owed, cards }, say) =>
    `${(DRAWN_JA[reason] ?? DRAWN_JA[0])(say.name(seat), drawn)}${cards.length > 0 ? `：${say.cards(cards)}` : ''}${owed > drawn ? `（山札が足りず${owed - drawn}枚は免除）` : ''}`,
  turnPassed: ({ seat }, say) => `${say.name(seat)}はパスしました`,
  suitNamed: ({ suit }, say) => `場のスートは${say.suit(suit)}になりました`,
  seatsSkipped: ({ seats }, say) => `${names(seats, say, '、')}の番が飛ばされました`,
  directionReversed: ({ reversed }) => `${reversed ? '反時計回り' : '時計回り'}になりました`,
  drawPending: ({ seat, count: cards }, say) =>
    cards > 0 ? `${say.name(seat)}は${cards}枚引くことになります` : '引かされるカードはなくなりました',
  offenseCalledOut: ({ caller, offender, offense, upheld }, say) => {
    const what = OFFENSES_JA[offense] ?? OFFENSES_JA[0];
    if (caller === undefined) return `${say.name(offender)}の${what}`;
    return `${say.name(caller)}が${say.name(offender)}の${what}を指摘：${upheld ? '指摘は正しく、ペナルティです' : '指摘は間違いでした'}`;
  },
  cardsReturned: ({ seat, cards }, say) => `${say.cards(cards)}が${say.name(seat)}の手札に戻りました`,
  handShown: ({ seat, shownTo, count: cards, cards: hand }, say) =>
    `${say.name(seat)}が${say.name(shownTo)}に手札${cards}枚を見せました${hand.length > 0 ? `：${say.cards(hand)}` : ''}`,
  challengeSettled: ({ challenger, challenged, guilty }, say) =>
    `${say.name(challenger)}の${say.name(challenged)}へのチャレンジは${guilty ? '成功' : '失敗'}です`,
  claimsOpened: ({ level, seats }, say) =>
    `${level === 1 ? '申し立てはありますか' : 'ドボン返しはありますか'}：${names(seats, say, '、')}`,
  dobonCalled: ({ seat, against, cards }, say) =>
    `${say.name(seat)}「ドボン！」${say.name(against)}に対して${say.cards(cards)}`,
  dobonVoided: ({ seat }, say) => `${say.name(seat)}のドボンは返されました`,
  claimWaived: ({ seat }, say) => `${say.name(seat)}は見送りました`,
  claimsClosed: () => '申し立ては終わりました',
  trickWon: ({ seat }, say) => `${say.name(seat)}がトリックを取りました`,
  tableTaken: ({ seat, cards }, say) => `${say.name(seat)}が場のカードを取りました：${say.cards(cards)}`,
  stockReshuffled: ({ stock }) => `カードを切り直し、山札は${stock}枚になりました`,
  seatWentOut: ({ seat, place }, say) => `${say.name(seat)}が上がりました！${place}着です`,
  seatLeft: ({ seat }, say) => `${say.name(seat)}が抜けました`,
  turnStarted: ({ seat }, say) => (say.isMine(seat) ? 'あなたの番です' : `${say.name(seat)}の番です`),
  roundEnded: ({ outcome }) =>
    outcome === RoundOutcome.VOID_BLOCKED
      ? 'ラウンドは流れました：誰も続けられません'
      : outcome === RoundOutcome.VOID_TURN_LIMIT
        ? 'ラウンドは流れました：手数の上限に達しました'
        : 'ラウンド終了です',
  matchEnded: ({ standings }, say) =>
    `試合終了。1位は${names(
      standings.filter(({ rank }) => rank === 1).map(({ seat }) => seat),
      say,
      '、',
    )}です`,
};

export const TELLERS: Readonly<Record<Language, Tellers>> = { en: EN, ja: JA };
