import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CollectTime } from '../../../src/connectors/collect-time.js';
import { UnreadableAnswer } from '../../../src/connectors/postgresql/bounded-query.js';
import { openPostgresqlClient } from '../../../src/connectors/postgresql/postgresql-client.js';
import { systemClock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../authority.js';
import { described, HostilePostgres, rowOf } from './hostile-postgres.js';

/** OIDs of types whose values the driver parses. */
const [TEXT, TIMESTAMP, JSONB, TEXT_LIST, INT4] = [25, 1114, 3802, 1009, 23];
const MIB = 2 ** 20;
const EMPTY_ROW = Buffer.from([0x44, 0, 0, 0, 6, 0, 0]);

describe('a server that answers a query with what holds up whoever reads it', () => {
  const network = new GuardedNetwork({ allowsPrivate: true });
  const signal = new AbortController().signal;
  let server: HostilePostgres;
  let answer: Buffer;

  beforeAll(async () => {
    server = await HostilePostgres.start({ key: SERVER_KEY, cert: SERVER_CERTIFICATE }, () => answer);
  });
  afterAll(async () => {
    await server.stop();
    await network.close();
  });

  const rows = async (row: z.ZodType = z.unknown()) => {
    const access = { host: 'localhost', port: server.port, database: 'shop', user: 'reader', password: 'secret' };
    const time = CollectTime.begin(signal);
    const client = await openPostgresqlClient(
      { ...access, ca: AUTHORITY },
      { network, clock: systemClock, signal, time },
    );
    try {
      return await client.rows({ name: 'one', text: 'select 1 as one', row });
    } finally {
      await client.close();
    }
  };

  it.each([
    [
      'a time of a million digits',
      () => [described(1, TIMESTAMP), rowOf('1'.repeat(MIB))],
      /value of more than 256 KiB/,
    ],
    ['a large JSON', () => [described(1, JSONB), rowOf('[' + '{},'.repeat(MIB) + '1]')], /value of more than 256 KiB/],
    [
      'a large list',
      () => [described(1, TEXT_LIST), rowOf('{' + 'a,'.repeat(MIB) + 'a}')],
      /value of more than 256 KiB/,
    ],
    ['a large text', () => [described(1, TEXT), rowOf(','.repeat(MIB))], /value of more than 256 KiB/],
    [
      'many columns of which each row has a copy',
      () => [described(20_000, TEXT), ...Array.from({ length: 20_000 }, () => EMPTY_ROW)],
      /more than 50 columns/,
    ],
    [
      'many rows',
      () => [described(1, INT4), ...Array.from({ length: 50_001 }, () => rowOf('1'))],
      /more than 50,000 rows/,
    ],
  ])('is refused: %s', async (_kind, hostile, message) => {
    answer = Buffer.concat(hostile());
    await expect(rows()).rejects.toThrow(message);
    await expect(rows()).rejects.toBeInstanceOf(UnreadableAnswer);
  });

  it('is refused where it is something else than was asked for', async () => {
    answer = Buffer.concat([described(1, TEXT), rowOf('no number')]);
    await expect(rows(z.object({ c0: z.number() }))).rejects.toThrow('something else than was asked for');
  });

  it('is text where a type needs no parser: a time is as it was sent', async () => {
    answer = Buffer.concat([described(1, TIMESTAMP), rowOf('1'.repeat(200_000))]);
    expect(await rows()).toEqual([{ c0: '1'.repeat(200_000) }]);
  });
});
