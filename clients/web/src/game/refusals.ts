/** Why a card or an action is refused, in words: one sentence for every reason of the contract. */
import type { Language } from '../app/settings';
import { Refusal } from '../contract';

type Sentences = Readonly<Record<Refusal, string>>;

const EN: Sentences = {
  [Refusal.UNSPECIFIED]: 'This cannot be played now.',
  [Refusal.NOT_YOUR_TURN]: 'It is not your turn yet.',
  [Refusal.WRONG_PHASE]: 'This is not the moment for it.',
  [Refusal.SEAT_NOT_PLAYING]: 'You are out of this round and only watch.',
  [Refusal.CARD_NOT_IN_HAND]: 'You do not hold these cards.',
  [Refusal.MUST_FOLLOW_SUIT]: 'Follow the suit led while you have a card of it; draw only when you have none.',
  [Refusal.NO_MATCH]: 'It fits neither the suit in force nor the rank of the top card.',
  [Refusal.MUST_EVADE_OR_DRAW]: 'Cards are to be drawn: draw them, or evade with a draw card that the rules allow.',
  [Refusal.ONLY_DRAWN_CARD]: 'After drawing, only the card you drew may be played, by itself. Or pass.',
  [Refusal.DRAWN_CARD_WAITS]: 'After drawing, nothing may be played in this turn. Pass.',
  [Refusal.SETS_NOT_ALLOWED]: 'Only one card may be played at a time.',
  [Refusal.DIFFERENT_RANKS]: 'Cards played together must be of one rank.',
  [Refusal.SUIT_REQUIRED]: 'Name a suit with this card.',
  [Refusal.SUIT_NOT_ALLOWED]: 'No suit may be named with this card.',
  [Refusal.WRONG_CALL]: 'That is not the word that this play owes.',
  [Refusal.JOKER_CANNOT_FINISH]: 'A Joker cannot be your last card.',
  [Refusal.SPECIAL_CANNOT_FINISH]: 'A special card cannot be your last card.',
  [Refusal.JOKER_WITH_SUIT_IN_HAND]: 'No Joker while you hold a card of the suit in force.',
  [Refusal.MUST_PLAY]: 'You can play, so you must.',
  [Refusal.ALREADY_DREW]: 'You have drawn already in this turn.',
  [Refusal.MUST_DRAW_FIRST]: 'Draw before you pass.',
  [Refusal.CANNOT_PASS]: 'There is no passing in this game.',
  [Refusal.NOTHING_TO_DRAW]: 'There is nothing left to draw.',
  [Refusal.NOTHING_TO_CALL_OUT]: 'There is nothing to call out here.',
  [Refusal.NOTHING_TO_CHALLENGE]: 'There is no Joker to challenge here.',
  [Refusal.NO_DOBON]: 'That is no dobon: the ranks of your whole hand must sum to the card that was played.',
  [Refusal.ALREADY_ANSWERED]: 'You have answered already.',
  [Refusal.NO_CARDS]: 'Choose a card first.',
};

const JA: Sentences = {
  [Refusal.UNSPECIFIED]: '今は出せません。',
  [Refusal.NOT_YOUR_TURN]: 'まだあなたの番ではありません。',
  [Refusal.WRONG_PHASE]: '今はそれができる場面ではありません。',
  [Refusal.SEAT_NOT_PLAYING]: 'このラウンドではもう行動できません。続きをご覧ください。',
  [Refusal.CARD_NOT_IN_HAND]: '手札にないカードです。',
  [Refusal.MUST_FOLLOW_SUIT]:
    '台札と同じスートを持っている間は、そのスートを出します。引けるのは1枚もないときだけです。',
  [Refusal.NO_MATCH]: '場のスートにも場札のランクにも合いません。',
  [Refusal.MUST_EVADE_OR_DRAW]: '引かされるカードがあります。引くか、回避できるカードを出してください。',
  [Refusal.ONLY_DRAWN_CARD]: '引いたあとに出せるのは、引いたそのカード1枚だけです。出さないならパスしてください。',
  [Refusal.DRAWN_CARD_WAITS]: '引いた番には出せません。パスしてください。',
  [Refusal.SETS_NOT_ALLOWED]: '一度に出せるのは1枚だけです。',
  [Refusal.DIFFERENT_RANKS]: '一緒に出せるのは同じランクのカードだけです。',
  [Refusal.SUIT_REQUIRED]: 'スートを指定してください。',
  [Refusal.SUIT_NOT_ALLOWED]: 'このカードではスートを指定できません。',
  [Refusal.WRONG_CALL]: 'この出し方に必要な宣言ではありません。',
  [Refusal.JOKER_CANNOT_FINISH]: 'ジョーカーは最後の1枚にできません。',
  [Refusal.SPECIAL_CANNOT_FINISH]: '特殊カードは最後の1枚にできません。',
  [Refusal.JOKER_WITH_SUIT_IN_HAND]: '場のスートのカードを持っている間は、ジョーカーを出せません。',
  [Refusal.MUST_PLAY]: '出せるカードがあるので、出さなければなりません。',
  [Refusal.ALREADY_DREW]: 'この番ではもう引きました。',
  [Refusal.MUST_DRAW_FIRST]: 'パスの前に、まず引いてください。',
  [Refusal.CANNOT_PASS]: 'このゲームにパスはありません。',
  [Refusal.NOTHING_TO_DRAW]: '引けるカードが残っていません。',
  [Refusal.NOTHING_TO_CALL_OUT]: 'ここで指摘できることはありません。',
  [Refusal.NOTHING_TO_CHALLENGE]: 'チャレンジできるジョーカーはありません。',
  [Refusal.NO_DOBON]:
    'ドボンになりません。手札全部のランクの合計が、出されたカードのランクと同じでなければなりません。',
  [Refusal.ALREADY_ANSWERED]: 'もう答えました。',
  [Refusal.NO_CARDS]: 'まずカードを選んでください。',
};

export const REFUSALS: Readonly<Record<Language, Sentences>> = { en: EN, ja: JA };

/** A sentence for a reason, also for one that this page does not know. */
export function refusalWords(refusal: Refusal, language: Language): string {
  return REFUSALS[language][refusal] ?? REFUSALS[language][Refusal.UNSPECIFIED];
}
