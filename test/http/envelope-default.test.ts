import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { envelopeDefault, successBody } from '../../src/http/envelope.js';

it('an installation without envelope answers with the data alone, and with an envelope to who asks for it', async () => {
  const DATA_DIR = mkdtempSync(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'settings-'));
  const { restEnvelope } = readConfig({ DATA_DIR, REST_ENVELOPE: 'none' });
  const koa = new Koa();
  koa.use(envelopeDefault(restEnvelope));
  koa.use((ctx) => {
    ctx.body = successBody(ctx, [1], null);
  });
  const server = koa.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const bodyOf = async (headers: Record<string, string>) => (await fetch(url, { headers })).json();
  expect(await bodyOf({})).toEqual([1]);
  expect(await bodyOf({ 'x-service-envelope': 'standard' })).toMatchObject({ data: [1] });
  server.closeAllConnections();
  server.close();
});
