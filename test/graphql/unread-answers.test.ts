import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/context.js';
import type { Asking } from '../../src/graphql/callers.js';
import { ExecutionLanes } from '../../src/graphql/execution-lanes.js';
import { UnreadAnswers } from '../../src/graphql/unread-answers.js';

const MAX = { ofOwner: 30, ofTenant: 100, ofOwnerBeyond: 5 };

const sessionOf = (tenantId: string, sessionId: string): Asking => ({
  viewerIfAny: { tenantId, sessionId, userId: 'ann', apiKeyId: null, auditorLink: null } as unknown as Viewer,
  address: '192.0.2.1',
});
const isDoneSoon = (work: Promise<unknown>) => Promise.race([work.then(() => true), setTimeout(100, false)]);
const strangerAt = (address: string): Asking => ({ viewerIfAny: null, address });

describe('answers that are not read', () => {
  let unread: UnreadAnswers;
  const stops: (() => void)[] = [];
  const fresh = () => (unread = new UnreadAnswers(MAX));
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  /** Holds bytes for a connection. @returns a function that has them read */
  function hold(asking: Asking, bytes: number): () => void {
    let waiting = bytes;
    stops.push(unread.watch(asking, { socket: new Socket(), waiting: () => waiting, end: () => undefined, bytes: 0 }));
    return () => (waiting = 0);
  }

  it.each([
    ['a session, and no other one of the same person', sessionOf('a', 'ann'), sessionOf('a', 'bob')],
    ['a session, and none of another organization', sessionOf('a', 'ann'), sessionOf('b', 'bob')],
    ['an address of strangers', strangerAt('192.0.2.1'), strangerAt('192.0.2.2')],
    ['an address of strangers, and nobody who is known there', strangerAt('192.0.2.1'), sessionOf('a', 'ann')],
    ['an IPv6 network of strangers', strangerAt('2001:db8::1'), strangerAt('2001:db8:0:1::1')],
  ])('are bounded for %s, over all connections', (_who, asking, other) => {
    fresh();
    hold(asking, 10);
    const read = hold(asking, 19);
    expect(unread.isFull(asking)).toBe(false);
    hold(asking, 1);
    expect([unread.isFull(asking), unread.isFull(other)]).toEqual([true, false]);
    expect(() => unread.refuseFull(asking)).toThrow('is not read yet');
    read();
    expect(unread.isFull(asking)).toBe(false);
  });

  it('count while they are made: of those that are asked for together no more begin than may be held', async () => {
    fresh();
    const asking = strangerAt('192.0.2.1');
    const made = Promise.withResolvers<string>();
    const answers = Array.from({ length: 5 }, () =>
      unread.holding(
        asking,
        () => 10,
        () => made.promise,
      ),
    );
    const refused = Promise.allSettled(answers.slice(3));
    made.resolve('made');
    expect(await Promise.all(answers.slice(0, 3))).toEqual(['made', 'made', 'made']);
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(unread.isFull(asking)).toBe(false);
  });

  it('stop no work that others wait for too', async () => {
    fresh();
    const asking = sessionOf('a', 'ann');
    hold(asking, 30);
    const lanes = new ExecutionLanes(unread);
    await expect(lanes.run(asking, { units: 1 }, () => 'own')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await lanes.runForAll(asking, { units: 1 }, () => 'for all')).toBe('for all');
  });

  it('count no more once their connection has ended', () => {
    fresh();
    hold(sessionOf('a', 'ann'), 30);
    stops.shift()?.();
    expect(unread.isFull(sessionOf('a', 'ann'))).toBe(false);
  });

  it('of a whole organization leave little to each who has some, and an answer to who has none', () => {
    fresh();
    for (const name of ['ann', 'bob', 'cid']) hold(sessionOf('a', name), 29);
    hold(sessionOf('a', 'dan'), 6);
    expect(unread.isFull(sessionOf('a', 'dan'))).toBe(false);
    hold(sessionOf('a', 'eve'), 7);
    expect(['ann', 'dan', 'eve', 'fay'].map((name) => unread.isFull(sessionOf('a', name)))).toEqual([
      ...[true, true, true],
      false,
    ]);
  });

  it('refuse an operation at its turn, and let what was begun wait until they are read', async () => {
    fresh();
    const lanes = new ExecutionLanes(unread);
    const ann = sessionOf('a', 'ann');
    const read = hold(ann, 30);
    await expect(lanes.run(ann, { units: 1 }, () => 'done')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const next = lanes.run(ann, { units: 1, isPatient: true }, () => 'done');
    expect(await isDoneSoon(next)).toBe(false);
    // What waits has no place in its lane.
    expect(await Promise.all([1, 2, 3].map(() => lanes.run(sessionOf('a', 'bob'), { units: 1 }, () => 'bob')))).toEqual(
      Array(3).fill('bob'),
    );
    read();
    expect(await next).toBe('done');
  });

  it('keep nobody waiting whose subscription has ended, and nothing is made for it', async () => {
    fresh();
    const lanes = new ExecutionLanes(unread);
    const ann = sessionOf('a', 'ann');
    hold(ann, 30);
    const ended = new AbortController();
    let isMade = false;
    const next = lanes.run(ann, { units: 1, isPatient: true, signal: ended.signal }, () => (isMade = true));
    ended.abort();
    await expect(next).rejects.toThrow('aborted');
    expect(isMade).toBe(false);
  });

  it('are looked at again after the turn of what was begun has come', async () => {
    fresh();
    const lanes = new ExecutionLanes(unread);
    const ann = sessionOf('a', 'ann');
    let end: () => void = () => undefined;
    const first = lanes.run(ann, { units: 8 }, () => new Promise<void>((resolve) => (end = resolve)));
    let isMade = false;
    const next = lanes.run(ann, { units: 8, isPatient: true }, () => (isMade = true));
    const read = hold(ann, 30);
    end();
    await first;
    expect(await isDoneSoon(next)).toBe(false);
    expect(isMade).toBe(false);
    read();
    expect(await next).toBe(true);
  });
});
