import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnreadAnswers } from '../../src/graphql/unread-answers.js';
import { holdUnread } from '../../src/http/made-answers.js';
import { pageAssets } from '../../src/http/static-pages.js';
import type { AppError } from '../../src/platform/errors.js';
import { Quota } from '../../src/platform/quota.js';
import { eventually } from '../support/eventually.js';

const KIB = 1024;
/** Downloads that are open at once by the limits of this test, at 160 KiB each. */
const OPEN_MAX = 4;
const LIMIT = { ofOwner: OPEN_MAX * 160 * KIB, ofTenant: 1024 * 1024 * KIB, ofOwnerBeyond: KIB };

let directory: string;
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'crosswalk-assets-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'assets', 'large.js'), Buffer.alloc(20_000 * KIB, 'x'));
  const unread = new UnreadAnswers(LIMIT);
  const koa = new Koa();
  // The client ends its connections.
  koa.silent = true;
  koa.use(holdUnread({ unread, trustProxy: false }));
  koa.use(async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      ctx.status = (err as AppError).status;
    }
  });
  const pages = [{ path: '', directory, contentSecurityPolicy: '' }];
  koa.use(pageAssets(pages, { quota: new Quota('assets', 10_000), unread, trustProxy: false }));
  const answer = koa.callback();
  server = createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

it('serves an address no more assets than it reads', async () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/assets/large.js`;
  for (let no = 0; no < OPEN_MAX; no += 1) {
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /assets/large.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await once(socket, 'readable');
    sockets.push(socket);
  }
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(429);
  for (const socket of sockets) socket.destroy();
  expect(await eventually(async () => ((await fetch(url, { method: 'HEAD' })).status === 200 ? true : null))).toBe(
    true,
  );
});
