import type { MatchView } from '../contract';
import { fairness, hex } from '../game/fair';
import { record } from '../game/session';
import { tableWords } from './words';

/** The check of a match that is over: its commitment, its first dealer, the first hand. */
export function FairPlay({ view }: { view: MatchView }) {
  const words = tableWords();
  if (view.seed.length === 0) return null;
  const opening = record.value?.opening;
  const parts = fairness(view, opening);
  const isGood = parts.every(({ agrees }) => agrees);
  const names = { commitment: words.fairCommitment, first_dealer: words.fairDealer, hand: words.fairHand };
  return (
    <details class="fair" data-fair={isGood}>
      <summary>
        {words.fairTitle} <strong class={isGood ? 'good' : 'bad'}>{isGood ? words.fairGood : words.fairBad}</strong>
      </summary>
      <p>{opening ? words.fairLead : words.fairUnknown}</p>
      <ul>
        {parts.map(({ part, agrees }) => (
          <li key={part} class={agrees ? 'good' : 'bad'}>
            <span aria-hidden="true">{agrees ? '✓' : '✗'}</span> {names[part]}
            {!agrees && <span class="sr-only"> {words.fairBad}</span>}
          </li>
        ))}
      </ul>
      <dl class="seed">
        <dt>{words.fairFingerprint}</dt>
        <dd>{hex(view.seedCommitment)}</dd>
        <dt>{words.fairSeed}</dt>
        <dd>{hex(view.seed)}</dd>
      </dl>
    </details>
  );
}
