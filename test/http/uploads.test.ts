import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { file, upload, UPLOAD } from '../evidence/form.js';
import type { Answer } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const MIB = 2 ** 20;

describe('an upload', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

  /** A form with one file, under a boundary of this choice. */
  function sendForm(key: string, boundary: string, content: string): Promise<Answer> {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
    return service.a.admin.send('POST', UPLOAD, {
      body: new Blob([`${head}${content}\r\n--${boundary}--\r\n`]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': key },
    });
  }

  /** Begins an upload and goes on and on. @returns MiB that were sent until the connection ended, 256 at most, and the answer */
  async function sendEndless(headers: readonly string[], begin: string): Promise<{ sent: number; answer: string }> {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('error', () => undefined);
    const on = (event: string) => new Promise((resolve) => socket.once(event, resolve));
    const closed = on('close');
    const type = 'content-type: multipart/form-data; boundary=b';
    const head = [`POST ${UPLOAD} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', type, ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const send = (piece: string) => socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    send(begin);
    let sent = 0;
    while (!socket.destroyed && sent < 256) {
      sent += 1;
      if (!send('x'.repeat(MIB))) await Promise.race([on('drain'), closed]);
      await setImmediate();
    }
    socket.destroy();
    await closed;
    return { sent, answer };
  }

  it('costs a unit for each 8 MiB beside the one of every request', async () => {
    const small = await upload(service.a.admin, file('A note.'));
    const large = await upload(service.a.admin, file(Buffer.alloc(17 * MIB, 'x')));
    expect([small.status, large.status]).toEqual([201, 201]);
    expect(left(small) - left(large)).toBe(1 + 2);
  });

  it('with a key is the same under another boundary, and another one where the file has a letter more that is the boundary', async () => {
    const first = await sendForm('boundaries', 'b', 'banana'.repeat(100_000));
    const again = await sendForm('boundaries', 'other', 'banana'.repeat(100_000));
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    const other = await sendForm('boundaries', 'b', `b${'banana'.repeat(100_000)}`);
    expect(other.status).toBe(400);
  });

  it('that was refused loses its connection after 64 MiB more', async () => {
    const { sent, answer } = await sendEndless(
      [`authorization: Bearer ${service.a.admin.token ?? ''}`],
      '--b\r\ncontent-disposition: form-data; name="unknown"\r\n\r\n\r\n--b\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(sent).toBeGreaterThan(64);
    expect(sent).toBeLessThan(96);
  });

  it('that is sent again with its key and another file is read no further than a form may be', async () => {
    expect((await sendForm('again', 'b', 'first')).status).toBe(201);
    const token = `authorization: Bearer ${service.a.admin.token ?? ''}`;
    const { sent } = await sendEndless(
      [token, 'idempotency-key: again'],
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    );
    // 50 MB of evidence, and room for the other parts.
    expect(sent).toBeLessThan(96);
  });
});
