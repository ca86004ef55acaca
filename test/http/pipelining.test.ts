import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { connections, received } from './connections.js';

/** Requests that a connection may have unanswered: one that is executed, and those that wait. Source: schema/contract/limits.md. */
const UNANSWERED_MAX = 4;
const ASSETS = join(SOURCE_ROOT, '../dist/dashboard/graphiql/assets');

describe('requests that a client sends before it has read the answers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const connect = connections(() => service.baseUrl);
  const open = async (): Promise<Socket> => {
    const socket = connect();
    await once(socket, 'connect');
    return socket;
  };
  const get = (path: string, headers: Record<string, string> = {}) => {
    const lines = Object.entries({ host: 'crosswalk.test', ...headers }).map(([name, value]) => `${name}: ${value}`);
    return `${[`GET ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  };

  it('are answered in their order, each as its own caller', async () => {
    const socket = await open();
    const text = received(socket);
    const authorization = `Bearer ${service.a.admin.token ?? ''}`;
    socket.write(
      [
        get('/api/compliance/frameworks', { authorization }),
        get('/api/compliance/frameworks'),
        get('/api/compliance/frameworks', { authorization: `Bearer ${service.b.member.token ?? ''}` }),
        get('/api/compliance/frameworks', { authorization, connection: 'close' }),
      ].join(''),
    );
    await once(socket, 'close');
    expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(['200', '401', '200', '200'].map((status) => `HTTP/1.1 ${status}`));
  });

  it(`end the connection beyond ${UNANSWERED_MAX}`, async () => {
    const allowed = await open();
    const text = received(allowed);
    allowed.write(get('/livez').repeat(UNANSWERED_MAX));
    await eventually(() => Promise.resolve(text().match(/HTTP\/1\.1 200/g)?.length === UNANSWERED_MAX || null));
    const refused = await open();
    const ended = once(refused, 'close');
    refused.resume().write(get('/livez').repeat(UNANSWERED_MAX + 1));
    await ended;
  });

  it('hold no more than one file each connection', async () => {
    const [name = ''] = readdirSync(ASSETS).filter((each) => each.startsWith('monaco-editor') && each.endsWith('.js'));
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
        } catch {
          return false;
        }
      });
    const unread = await Promise.all(Array.from({ length: 5 }, open));
    const request = get(`/graphiql/assets/${name}`, { 'accept-encoding': 'identity' });
    for (const socket of unread) socket.pause().write(request.repeat(UNANSWERED_MAX));
    await eventually(() => Promise.resolve(openFiles().length > 0 || null));
    // Further ones would be opened by now: the assets of another connection are.
    const other = await fetch(new URL(`/graphiql/assets/${name}`, service.baseUrl));
    expect((await other.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
    expect(openFiles().length).toBeLessThanOrEqual(unread.length + 1);
  });

  it('are not begun behind one that Node refuses by itself, which ends the connection', async () => {
    const [name = ''] = readdirSync(ASSETS).filter((each) => each.startsWith('monaco-editor') && each.endsWith('.js'));
    const before = readdirSync('/proc/self/fd').length;
    for (let no = 0; no < 30; no += 1) {
      const socket = await open();
      const text = received(socket);
      const withoutHost = 'GET /livez HTTP/1.1\r\n\r\n';
      socket.write(withoutHost + get(`/graphiql/assets/${name}`, { 'accept-encoding': 'identity' }));
      await once(socket, 'close');
      expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    }
    await eventually(() => Promise.resolve(readdirSync('/proc/self/fd').length < before + 10 || null));
  });
});
