import { create, fromBinary, toJson } from '@bufbuild/protobuf';
import { base64Decode } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { type ActResponse, ActResponseSchema, EventSchema, type MatchView, MatchViewSchema } from '../src/contract';
import { emptyView, Fold } from '../src/game/fold';
import folds from './data/folds.json?raw';

interface Recorded {
  readonly matches: { name: string; stretches: { start: string | null; steps: string[] }[] }[];
}

// Written by `python -m tests.web.record_folds`: what the engine's own views are after each action.
const { matches } = JSON.parse(folds) as Recorded;

function read(text: string): ActResponse {
  return fromBinary(ActResponseSchema, base64Decode(text));
}

/** A view without what only the service tells: what is legal, and the version. */
function shown(view: MatchView | undefined): unknown {
  const { version, legal, ...rest } = toJson(MatchViewSchema, view ?? create(MatchViewSchema)) as Record<
    string,
    unknown
  >;
  return rest;
}

function beginning(start: string | null, first: ActResponse | undefined): MatchView {
  if (start !== null) return read(start).view ?? create(MatchViewSchema);
  const kind = first?.events[0]?.kind;
  if (kind?.case !== 'matchStarted') throw new Error('a match begins with MatchStarted');
  return emptyView(kind.value, 0);
}

describe('folding', () => {
  it.each(matches)('events over the view before give the view after, action by action: $name', ({ stretches }) => {
    for (const { start, steps } of stretches) {
      let view = beginning(start, steps[0] === undefined ? undefined : read(steps[0]));
      for (const step of steps) {
        const { events, view: after } = read(step);
        const fold = new Fold(view);
        for (const event of events) fold.take(event);
        expect(shown(fold.view)).toEqual(shown(after));
        view = after ?? view;
      }
    }
  });

  it.each(matches)('events of many actions in a row do, too, as SoloService sends them: $name', ({ stretches }) => {
    for (const { start, steps } of stretches) {
      const responses = steps.map(read);
      const fold = new Fold(beginning(start, responses[0]));
      for (const event of responses.flatMap(({ events }) => events)) fold.take(event);
      expect(shown(fold.view)).toEqual(responses.length > 0 ? shown(responses.at(-1)?.view) : shown(fold.view));
    }
  });

  it('every kind of event is among them', () => {
    const kinds = new Set(
      matches.flatMap(({ stretches }) =>
        stretches.flatMap(({ steps }) => steps.flatMap((step) => read(step).events.map(({ kind }) => kind.case))),
      ),
    );
    expect([...kinds].sort()).toEqual(EventSchema.oneofs[0]?.fields.map(({ localName }) => localName).sort());
  });

  it('an event of a kind that is not known changes nothing', () => {
    const [first] = matches;
    const { view } = read(first?.stretches[0]?.steps[0] ?? '');
    const before = view ?? create(MatchViewSchema);
    const fold = new Fold(before);
    // Field 99 of Event, with an empty message in it.
    fold.take(fromBinary(EventSchema, Uint8Array.of(0x9a, 0x06, 0x00)));
    expect(shown(fold.view)).toEqual(shown(before));
  });

  it('a view that was shown is never changed afterwards', () => {
    const step = read(matches[0]?.stretches[0]?.steps[1] ?? '');
    const start = read(matches[0]?.stretches[0]?.steps[0] ?? '').view ?? create(MatchViewSchema);
    const before = shown(start);
    const fold = new Fold(start);
    const views = step.events.map((event) => fold.take(event));
    const told = views.map(shown);
    for (const event of step.events) fold.take(event);
    expect(views.map(shown)).toEqual(told);
    expect(shown(start)).toEqual(before);
  });
});
