import { useEffect, useRef } from 'preact/hooks';
import type { MatchView } from '../contract';
import { log } from '../game/session';
import { sentence } from './person';
import { tableWords } from './words';

/** Kinds that say little when much else is said. */
const MINOR: ReadonlySet<string | undefined> = new Set([
  'turnStarted',
  'claimsOpened',
  'claimWaived',
  'claimsClosed',
  'cardsDealt',
]);
/** Sentences that the page says anyway where they matter. */
const UNSPOKEN: ReadonlySet<string | undefined> = new Set([
  'turnStarted',
  'claimWaived',
  'claimsClosed',
  'claimsOpened',
]);
const SPOKEN_LINES = 6;

/** Everything that happened, in words; the newest last. */
export function LogList({ view }: { view: MatchView }) {
  const words = tableWords();
  const end = useRef<HTMLOListElement>(null);
  const entries = log.value;
  const newest = entries.at(-1)?.id;
  useEffect(() => {
    const list = end.current;
    if (list && newest !== undefined) list.scrollTop = list.scrollHeight;
  }, [newest]);
  if (entries.length === 0) return <p class="log-empty">{words.noLog}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <ol class="log" ref={end} tabIndex={0} aria-label={words.log}>
      {entries.map(({ id, event }) => {
        const text = sentence(view, event, 'eye');
        const { case: kind, value } = event.kind;
        const seat = value && 'seat' in value ? value.seat : undefined;
        return text ? (
          <li key={id} class={`log-line log-${kind}${MINOR.has(kind) ? ' minor' : ''}`} data-kind={kind}>
            {seat !== undefined && <span class={`dot badge-${seat}`} aria-hidden="true" />}
            {text}
          </li>
        ) : null;
      })}
    </ol>
  );
}

/** The same for the ear, as it happens. */
export function SpokenLog({ view }: { view: MatchView }) {
  const words = tableWords();
  const first = useRef(log.peek().at(-1)?.id ?? 0);
  const fresh = log.value.filter(({ id, event }) => id > first.current && !UNSPOKEN.has(event.kind.case));
  return (
    <div class="sr-only" role="log" aria-live="polite" aria-label={words.log}>
      {fresh.slice(-SPOKEN_LINES).map(({ id, event }) => (
        <p key={id}>{sentence(view, event, 'ear')}</p>
      ))}
    </div>
  );
}
