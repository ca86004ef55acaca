import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../src/context.js';
import { ExecutionLanes } from '../../src/graphql/execution-lanes.js';
import { SendingTurns } from '../../src/graphql/sending-turns.js';
import { UnreadAnswers } from '../../src/graphql/unread-answers.js';

const SUBSCRIBERS = 350;

function contextOf(tenantId: string, sessionId = 's'): RequestContext {
  const viewer = { tenantId, sessionId, apiKeyId: null, auditorLink: null, role: 'member', userId: 'u' };
  return { viewer, viewerIfAny: viewer, address: null } as unknown as RequestContext;
}

function turnsWith(unread: UnreadAnswers) {
  const lanes = new ExecutionLanes(unread);
  return { lanes, turns: new SendingTurns(lanes, unread) };
}

describe('the messages of an event with many subscribers', () => {
  it.each([
    ['100 of a hundred bytes', 100, 100],
    ['two of 30 KB', 30 * 1024, 2],
    ['one of a megabyte', 1024 * 1024, 1],
  ])('are sent in slices of %s at most, and all of them', async (_what, bytes, most) => {
    const turns = turnsWith(new UnreadAnswers()).turns;
    const slices: number[] = [];
    let sent = 0;
    const all = Array.from({ length: SUBSCRIBERS }, () =>
      turns.take(contextOf('a'), bytes).then(() => {
        sent += 1;
      }),
    );
    for (let before = 0; sent < SUBSCRIBERS; before = sent) {
      await setImmediate();
      slices.push(sent - before);
    }
    await Promise.all(all);
    // The first message does not wait for others, and the next slice begins before this loop looks.
    expect(slices[0]).toBe(1 + most);
    expect(Math.max(...slices.slice(1))).toBe(most);
    expect(sent).toBe(SUBSCRIBERS);
  });

  it('reach all others when the one that waits first has gone, and leave no failure behind', async () => {
    const { lanes, turns } = turnsWith(new UnreadAnswers());
    const busy = Promise.withResolvers<undefined>();
    // As many operations of the organization as are executed at once: what is sent waits for its turn.
    const operations = Array.from({ length: 3 }, () => lanes.run(contextOf('a'), { units: 1 }, () => busy.promise));
    const gone = Object.assign(contextOf('a', 'gone'), { isGone: () => true });
    const sent = [gone, contextOf('a', 'other')].map((context) => turns.take(context, 100));
    await setImmediate();
    busy.resolve(undefined);
    await Promise.all([...operations, ...sent]);
    await turns.take(contextOf('a', 'later'), 100);
  });

  it('are sent without a turn where they are refused one', async () => {
    const refuse = () => Promise.reject(new Error('too much waits'));
    const turns = new SendingTurns({ runForAll: refuse }, new UnreadAnswers());
    await Promise.all(['one', 'two'].map((session) => turns.take(contextOf('a', session), 100)));
    await turns.take(contextOf('a', 'later'), 100);
  });

  it('let another organization have its operations and messages after a slice', async () => {
    const { lanes, turns } = turnsWith(new UnreadAnswers());
    let sent = 0;
    for (let no = 0; no < SUBSCRIBERS; no += 1) void turns.take(contextOf('a'), 100).then(() => (sent += 1));
    await lanes.run(contextOf('b'), { units: 1 }, () => setImmediate());
    await turns.take(contextOf('b'), 100);
    expect(sent).toBeLessThanOrEqual(2 * 100);
  });

  it('pass by who has too much unread, until that is read or the subscription has ended', async () => {
    const unread = new UnreadAnswers({ ofOwner: 10, ofTenant: 100, ofOwnerBeyond: 10 });
    const { turns } = turnsWith(unread);
    const [idle, other] = [contextOf('a', 'idle'), contextOf('a', 'other')];
    let waiting = 10;
    const stop = unread.watch(idle, { socket: new Socket(), waiting: () => waiting, end: () => undefined, bytes: 0 });
    const ended = new AbortController();
    const sent: string[] = [];
    const first = turns.take(idle, 100).then(() => sent.push('idle'));
    const left = turns.take(idle, 100, ended.signal).then(() => sent.push('ended'));
    await turns.take(other, 100).then(() => sent.push('other'));
    ended.abort();
    await left;
    expect(sent).toEqual(['other', 'ended']);
    waiting = 0;
    await first;
    expect(sent).toEqual(['other', 'ended', 'idle']);
    stop();
  });
});
