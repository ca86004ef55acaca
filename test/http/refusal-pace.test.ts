import { createServer } from 'node:http';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressTurns } from '../../src/http/address-turns.js';
import { paceRefusals, RefusalPace } from '../../src/http/refusal-pace.js';

/** Requests of one address that are begun in one turn of the event loop. */
const OF_ADDRESS_MAX = 32;

describe('refusals of one address', () => {
  const koa = new Koa();
  koa.silent = true;
  // The third would wait for a second.
  let now = 0;
  const pace = new RefusalPace({ atOnce: 2, perSecond: 1, waitMsMax: 500 }, () => now);
  koa.use(paceRefusals(pace, { keyOf: (ctx) => ctx.get('x-address'), isBehindProxy: false }));
  koa.use((ctx) => void (ctx.status = Number(ctx.get('x-status'))));
  const server = createServer((req, res) => void koa.callback()(req, res));
  let url = '';

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const ask = async (address: string, status: number) =>
    (await fetch(url, { headers: { 'x-address': address, 'x-status': String(status) } })).status;

  it('are sent at once up to a number; beyond the longest wait the connection ends', async () => {
    expect([await ask('192.0.2.1', 429), await ask('192.0.2.1', 503)]).toEqual([429, 503]);
    await expect(ask('192.0.2.1', 429)).rejects.toThrow();
    now = 500;
    expect(await ask('192.0.2.1', 429)).toBe(429);
  });

  it('are due evenly after that, and at once again when the time has passed', () => {
    let at = 0;
    const paced = new RefusalPace({ atOnce: 2, perSecond: 4, waitMsMax: 600 }, () => at);
    const asked = () => paced.waitMs('a');
    // A quarter of a second each; what would wait longer takes no place.
    expect([asked(), asked(), asked(), asked(), asked(), asked()]).toEqual([0, 0, 250, 500, null, null]);
    at = 250;
    expect([asked(), asked()]).toEqual([500, null]);
    expect(paced.waitMs('b')).toBe(0);
    at = 10_000;
    expect([asked(), asked(), asked()]).toEqual([0, 0, 250]);
  });

  it('wait no longer than their client, and not when the service stops', async () => {
    const paced = new RefusalPace();
    const res = new EventEmitter();
    const gone = paced.wait(600_000, { res } as never);
    res.emit('close');
    await gone;
    const stopped = paced.wait(600_000, { res: new EventEmitter() } as never);
    paced.stop();
    await stopped;
  });

  it('hold up no refusal of another address, and no answer', async () => {
    expect(await ask('192.0.2.2', 429)).toBe(429);
    expect([await ask('192.0.2.1', 200), await ask('192.0.2.1', 401)]).toEqual([200, 401]);
  });
});

describe('requests that arrive together', () => {
  it('are begun a few of each address in a turn, in the order of their arrival', async () => {
    const turns = new AddressTurns();
    const begun: string[] = [];
    for (let no = 0; no < 2 * OF_ADDRESS_MAX + 1; no += 1) turns.run('many', () => begun.push(`many ${no}`));
    turns.run('one', () => begun.push('one'));
    expect(begun).toHaveLength(OF_ADDRESS_MAX + 1);
    expect(begun.at(-1)).toBe('one');
    await new Promise(setImmediate);
    expect(begun).toHaveLength(2 * OF_ADDRESS_MAX + 1);
    // A newcomer takes no place of one that waits.
    turns.run('many', () => begun.push('many last'));
    expect(begun.at(-1)).not.toBe('many last');
    await new Promise(setImmediate);
    expect(begun.slice(-2)).toEqual([`many ${2 * OF_ADDRESS_MAX}`, 'many last']);
  });
});
