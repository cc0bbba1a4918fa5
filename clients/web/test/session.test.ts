import { create } from '@bufbuild/protobuf';
import { PageOneError } from 'pageone-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Action,
  ActResponseSchema,
  DrawSchema,
  EventSchema,
  GetGameResponseSchema,
  MatchViewSchema,
  Phase,
  StartGameRequestSchema,
  StartGameResponseSchema,
} from '../src/contract';
import { Fold } from '../src/game/fold';
import * as session from '../src/game/session';

const api = vi.hoisted(() => ({ startGame: vi.fn(), getGame: vi.fn(), act: vi.fn() }));
vi.mock('../src/api', async (original) => ({ ...(await original<typeof import('../src/api')>()), ...api }));

const ticket = (number: number) => Uint8Array.of(number, number, number);
const seen = (version: number) =>
  create(MatchViewSchema, {
    viewer: { kind: { case: 'seat', value: 0 } },
    rules: { name: 'page_one', game: { case: 'pageOne', value: {} } },
    phase: Phase.TURN,
    version,
    turn: 0,
    seats: [{ cards: 4 }, { cards: 4 }],
    hand: [1, 2, 3, 4],
    table: { case: 'trick', value: {} },
  });
const request = create(StartGameRequestSchema, { rules: { name: 'page_one' }, seats: 2, bots: [3] });
const draw: Action['kind'] = { case: 'draw', value: create(DrawSchema) };
const answer = (number: number) => create(ActResponseSchema, { ticket: ticket(number), view: seen(number) });

const refused = new PageOneError('no', { code: 'FAILED_PRECONDITION', reason: 'REFUSAL_MUST_PLAY', localized: 'だめ' });
const lost = new PageOneError('away', { code: 'UNAVAILABLE' });
const gone = new PageOneError('no', { code: 'INVALID_ARGUMENT', reason: 'TICKET_INVALID' });
let kept: Map<string, string>;

beforeEach(async () => {
  vi.useFakeTimers();
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('navigator', { languages: ['en'] });
  for (const call of Object.values(api)) call.mockReset();
  session.forget();
  const events = [create(EventSchema, { kind: { case: 'turnStarted', value: { seat: 0 } } })];
  api.startGame.mockResolvedValue(create(StartGameResponseSchema, { ticket: ticket(1), view: seen(1), events }));
  await session.start(request);
  await vi.runAllTimersAsync();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the game at the table', () => {
  it('keeps the new ticket after every action, and acts with the one before', async () => {
    api.act.mockResolvedValueOnce(answer(2)).mockResolvedValueOnce(answer(3));
    await session.perform(draw);
    await vi.runAllTimersAsync();
    await session.perform(draw);
    await vi.runAllTimersAsync();
    expect(api.act.mock.calls.map(([used]) => [...used])).toEqual([[...ticket(1)], [...ticket(2)]]);
    expect(api.act.mock.calls.map(([, action]) => action?.version)).toEqual([1, 2]);
    expect(session.view.value?.version).toBe(3);
    expect(JSON.parse(kept.get('pageone.game') ?? '{}').ticket).toBe(btoa('\u0003\u0003\u0003'));
  });

  it('goes on for this visit when storage is full, and does not take what was kept before for another tab', async () => {
    vi.stubGlobal('localStorage', {
      ...localStorage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    api.act.mockResolvedValueOnce(answer(2)).mockResolvedValueOnce(answer(3));
    for (const version of [2, 3]) {
      await session.perform(draw);
      await vi.runAllTimersAsync();
      expect(session.view.value?.version).toBe(version);
    }
    expect(session.notice.value).toBeUndefined();
    expect(api.getGame).not.toHaveBeenCalled();
  });

  it('asks a lost server again, with the same ticket and action, and says so meanwhile', async () => {
    api.act.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValueOnce(answer(2));
    const done = session.perform(draw);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.connection.value).toEqual({ lost: true, attempt: 1 });
    expect(session.isBusy.value).toBe(true);
    await vi.runAllTimersAsync();
    await done;
    expect(session.connection.value).toEqual({ lost: false });
    expect(api.act).toHaveBeenCalledTimes(3);
    expect(new Set(api.act.mock.calls.map((call) => JSON.stringify([...call[0]])))).toEqual(new Set(['[1,1,1]']));
    expect(session.view.value?.version).toBe(2);
  });

  it('waits longer each time, but never long', async () => {
    api.act.mockRejectedValue(lost);
    void session.perform(draw);
    await vi.advanceTimersByTimeAsync(700);
    expect(api.act.mock.calls.length).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    const after = api.act.mock.calls.length;
    expect(after).toBeGreaterThan(6);
    expect(after).toBeLessThan(16);
    session.retryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(api.act.mock.calls.length).toBe(after + 1);
    session.forget();
    await vi.runAllTimersAsync();
  });

  it('a refused action changes nothing but what is told', async () => {
    const before = kept.get('pageone.game');
    api.act.mockRejectedValueOnce(refused);
    await session.perform(draw);
    expect(session.notice.value).toEqual({ kind: 'refused', error: refused });
    expect(kept.get('pageone.game')).toBe(before);
    expect(session.view.value?.version).toBe(1);
    expect(api.act).toHaveBeenCalledTimes(1);
  });

  it('a ticket that does not open is gone, and the same game can be started anew', async () => {
    api.act.mockRejectedValueOnce(gone);
    await session.perform(draw);
    expect(session.isGone.value).toBe(true);
    expect(session.record.value?.request.seats).toBe(2);
    await session.start(request);
    expect(session.isGone.value).toBe(false);
  });

  it('one call at a time: what is asked for meanwhile is left out', async () => {
    api.act.mockResolvedValue(answer(2));
    const first = session.perform(draw);
    const second = session.perform(draw);
    await vi.runAllTimersAsync();
    await Promise.all([first, second]);
    expect(api.act).toHaveBeenCalledTimes(1);
  });

  it('takes over what another tab has kept instead of playing on from the old ticket', async () => {
    const other = JSON.parse(kept.get('pageone.game') ?? '{}');
    kept.set('pageone.game', JSON.stringify({ ...other, ticket: btoa('\u0009\u0009\u0009') }));
    api.getGame.mockResolvedValueOnce(create(GetGameResponseSchema, { view: seen(9) }));
    await session.perform(draw);
    await vi.runAllTimersAsync();
    expect(api.act).not.toHaveBeenCalled();
    expect(api.getGame.mock.calls.map(([used]) => [...used])).toEqual([[9, 9, 9]]);
    expect(session.view.value?.version).toBe(9);
    expect(session.notice.value).toEqual({ kind: 'otherTab' });
  });

  it('says so when what another tab has kept does not open', async () => {
    const other = JSON.parse(kept.get('pageone.game') ?? '{}');
    kept.set('pageone.game', JSON.stringify({ ...other, ticket: btoa('damaged') }));
    api.getGame.mockRejectedValueOnce(gone);
    await session.perform(draw);
    expect(session.isGone.value).toBe(true);
    expect(session.isBusy.value).toBe(false);
  });

  it('a game that was given up while the server was lost says nothing any more', async () => {
    api.act.mockRejectedValue(lost);
    const done = session.perform(draw);
    await vi.advanceTimersByTimeAsync(100);
    session.forget();
    await vi.runAllTimersAsync();
    await done;
    expect(session.notice.value).toBeUndefined();
    expect(session.connection.value).toEqual({ lost: false });
    expect(kept.get('pageone.game')).toBeUndefined();
  });

  it('a reload opens the kept ticket and shows the same log', async () => {
    vi.resetModules();
    const again = await import('../src/game/session');
    api.getGame.mockResolvedValueOnce(create(GetGameResponseSchema, { view: seen(1) }));
    expect(again.resume()).toBe(true);
    await vi.runAllTimersAsync();
    expect(again.view.value?.version).toBe(1);
    expect(again.log.value.map(({ event }) => event.kind.case)).toEqual(['turnStarted']);
  });

  it('an event that does not fit what is shown does not stop the game', async () => {
    const events = [create(EventSchema, { kind: { case: 'turnPassed', value: { seat: 1 } } })];
    vi.spyOn(Fold.prototype, 'take').mockImplementationOnce(() => {
      throw new Error('from another release');
    });
    api.act.mockResolvedValueOnce(create(ActResponseSchema, { ticket: ticket(2), view: seen(2), events }));
    await session.perform(draw);
    await vi.runAllTimersAsync();
    expect(session.view.value?.version).toBe(2);
    expect(session.isBusy.value).toBe(false);
  });
});
