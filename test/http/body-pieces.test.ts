import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { connections, received } from './connections.js';

/** Source: schema/contract/limits.md. */
const [PIECES, BYTES] = [1_000, 64];
const BATCHES_MAX = 5_000;

describe('a body in pieces', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const open = connections(() => service.baseUrl);
  /** Begins a chunked request. @returns its connection, and what has come back over it so far */
  const begin = (path: string) => {
    const socket = open();
    const text = received(socket);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: crosswalk.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    return { socket, received: text };
  };
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  it('is answered where they are of a usual size, however many', async () => {
    const { socket, received } = begin('/graphql');
    socket.write(chunk('{"query":"{ __typename }","extensions":{"a":"'));
    for (let no = 0; no < PIECES; no += 1) socket.write(chunk('x'.repeat(BYTES + 1)));
    socket.write(`${chunk('"}}')}0\r\n\r\n`);
    await eventually(async () => received().includes('__typename') || null);
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ends its connection where they are tiny', async () => {
    const { socket, received } = begin('/graphql');
    socket.write(chunk('x').repeat(PIECES + 10));
    await eventually(async () => socket.closed || null);
    expect(received()).toBe('');
  });

  it('ends its connection where they are tiny and come after the answer', async () => {
    const { socket, received } = begin('/livez');
    await eventually(async () => received().startsWith('HTTP/1.1 ') || null);
    // What is on the way when the service ends it is bounded by the buffers between: some megabytes, of which a batch is six kilobytes.
    let batches = 0;
    for (; !socket.destroyed && batches < BATCHES_MAX; batches += 1)
      if (!socket.write(chunk('x').repeat(PIECES))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      else await setImmediate();
    expect(batches).toBeLessThan(BATCHES_MAX);
  });
});
