import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/context.js';
import { addressQuotaKey, Callers } from '../../src/graphql/callers.js';
import { Quota } from '../../src/platform/quota.js';

const LIMIT = 5;
const ADDRESS = '203.0.113.9';
const CALLER = { viewer: { tenantId: 'alpha' } } as Caller;
const ownerOf = ({ viewer }: Caller) => ({ tenantId: viewer.tenantId, owner: viewer.userId });

/** Callers with one valid credential, and the credentials that were looked up. */
function callersOf() {
  const lookedUp: (string | undefined)[] = [];
  const valid = new Set(['valid']);
  const quota = new Quota('requests', LIMIT);
  const identify = (authorization: string | undefined) => {
    lookedUp.push(authorization);
    return Promise.resolve(valid.has(authorization ?? '') ? CALLER : null);
  };
  return { callers: new Callers(identify, quota, ownerOf), quota, lookedUp, valid };
}

describe('the callers of a flooded address', () => {
  it('are looked up for no more invented credentials than its quota has units, also at once', async () => {
    const { callers, lookedUp } = callersOf();
    const found = await Promise.all(Array.from({ length: 50 }, (_, at) => callers.find(`invented ${at}`, ADDRESS)));
    expect(found.every(({ caller }) => caller === null)).toBe(true);
    expect(found.filter(({ quota }) => quota?.isExceeded)).toHaveLength(50 - LIMIT);
    expect(lookedUp).toHaveLength(LIMIT);
  });

  it('share one quota within a /64', async () => {
    const { callers, lookedUp } = callersOf();
    for (let at = 0; at < 20; at += 1) await callers.find('invented', `2001:db8:1:2::${at.toString(16)}`);
    expect(lookedUp).toHaveLength(LIMIT);
  });

  it('are found where their credential was valid before', async () => {
    const { callers } = callersOf();
    await callers.find('valid', ADDRESS);
    for (let at = 0; at < 10; at += 1) await callers.find(undefined, ADDRESS);
    expect(await callers.find('valid', ADDRESS)).toEqual({ caller: CALLER, quota: null });
    expect(await callers.find('another', ADDRESS)).toMatchObject({ caller: null, quota: { isExceeded: true } });
  });

  it('are found at other addresses', async () => {
    const { callers } = callersOf();
    for (let at = 0; at < 10; at += 1) await callers.find(undefined, ADDRESS);
    expect(await callers.find('valid', '203.0.113.10')).toEqual({ caller: CALLER, quota: null });
  });
});

describe('a flood of one valid credential', () => {
  const personOf = (userId: string) => ({ viewer: { tenantId: 'alpha', userId } }) as Caller;
  /** Callers whose look-ups end on request. */
  function slow(callerOf = personOf, limit = LIMIT) {
    const waiting: (() => void)[] = [];
    const identify = (authorization = '') =>
      new Promise<Caller>((resolve) => waiting.push(() => resolve(callerOf(authorization))));
    const callers = new Callers(identify, new Quota('requests', limit), ownerOf);
    const answerAll = async (done: Promise<unknown>) => {
      const ended = done.then(() => true);
      const turn = () => new Promise<false>((resolve) => void setImmediate(() => resolve(false)));
      while (!(await Promise.race([ended, turn()]))) for (const answer of waiting.splice(0)) answer();
    };
    return { callers, answerAll };
  }
  const FLOOD = 250;

  it('in however many spellings is one of its organization, and leaves turns to the others there', async () => {
    const callerOf = (authorization: string) =>
      ({ viewer: { tenantId: 'alpha', userId: authorization.trim().split(' ').at(-1) } }) as Caller;
    const { callers, answerAll } = slow(callerOf, 1_000);
    const spelled = Array.from({ length: 250 }, (_, no) => `Bearer${' '.repeat(no + 1)}loud`);
    for (const each of [...spelled, 'Bearer quiet']) await answerAll(callers.find(each, ADDRESS));
    const flood = Promise.allSettled(spelled.map((each) => callers.find(each, ADDRESS)));
    const quiet = callers.find('Bearer quiet', ADDRESS);
    await answerAll(flood);
    expect((await quiet).caller?.viewer.userId).toBe('quiet');
    expect((await flood).some(({ status }) => status === 'rejected')).toBe(true);
  });

  it('of one organization, over however many credentials, leaves turns to another organization', async () => {
    const ofTenant = (tenantId: string) => ({ viewer: { tenantId } }) as Caller;
    const { callers, answerAll } = slow((authorization) => ofTenant(authorization.replace(/\d/g, '')), 1_000);
    const loud = Array.from({ length: 20 }, (_, no) => `loud${no}`);
    await answerAll(Promise.all([...loud, 'quiet'].map((each) => callers.find(each, ADDRESS))));
    const flood = Promise.allSettled(
      loud.flatMap((each) => Array.from({ length: 150 }, () => callers.find(each, ADDRESS))),
    );
    const quiet = callers.find('quiet', '203.0.113.10');
    await answerAll(flood);
    expect(await quiet).toEqual({ caller: ofTenant('quiet'), quota: null });
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
  });

  it('leaves turns to another one at its address, and checks of open connections out', async () => {
    const { callers, answerAll } = slow();
    const known = Promise.all(['loud', 'quiet'].map((each) => callers.find(each, ADDRESS)));
    await answerAll(known);
    const flood = Promise.allSettled(Array.from({ length: FLOOD }, () => callers.find('loud', ADDRESS)));
    const [quiet, recheck] = [callers.find('quiet', ADDRESS), callers.recheck('loud', 'alpha')];
    await answerAll(flood);
    expect(await quiet).toEqual({ caller: personOf('quiet'), quota: null });
    expect(await recheck).toEqual(personOf('loud'));
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
  });
});

describe('the quota of an address', () => {
  it('has no unit less after a valid credential', async () => {
    const { callers, quota } = callersOf();
    for (let at = 0; at < 20; at += 1) await callers.find('valid', ADDRESS);
    expect(await quota.peek(addressQuotaKey(ADDRESS))).toMatchObject({ remaining: LIMIT });
  });

  it('has a unit less after a credential that ended, which is not excepted any more', async () => {
    const { callers, quota, valid, lookedUp } = callersOf();
    await callers.find('valid', ADDRESS);
    valid.clear();
    for (let at = 0; at < 10; at += 1) await callers.find('valid', ADDRESS);
    expect(await quota.peek(addressQuotaKey(ADDRESS))).toMatchObject({ remaining: 0 });
    expect(lookedUp.length).toBeLessThanOrEqual(1 + LIMIT);
  });
});
