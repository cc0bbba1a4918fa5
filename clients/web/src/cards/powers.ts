import type { Card, Rules } from '../contract';
import { isJoker, rankOf } from './cards';

/** What a special card does, in American Page One (clauses A10 to A14). */
export type Power = 'drawTwo' | 'drawThree' | 'wild' | 'skip' | 'reverse' | 'joker';

const POWERS = ['drawTwo', 'drawThree', 'wild', 'skip', 'reverse'] as const;

/** The power that a card has under these rules; nothing for an ordinary card. */
export function powerOf(card: Card, rules: Rules | undefined): Power | undefined {
  if (rules?.game.case !== 'americanPageOne') return undefined;
  if (isJoker(card)) return 'joker';
  const { specials } = rules.game.value;
  const rank = rankOf(card);
  return rank === 0 ? undefined : POWERS.find((power) => specials?.[power] === rank);
}

/** Whether a suit is named with the card (clause A3). */
export function namesSuit(card: Card, rules: Rules | undefined): boolean {
  const power = powerOf(card, rules);
  return power === 'wild' || power === 'joker';
}
