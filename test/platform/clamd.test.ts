import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Clamd } from '../../src/platform/malware/clamd.js';
import { ClamdServer, EICAR } from './clamd-server.js';

describe('the scanner for malware', () => {
  let server: ClamdServer;
  let clamd: Clamd;

  beforeAll(async () => {
    server = await ClamdServer.start();
    clamd = new Clamd({ address: server.address });
  });
  afterEach(() => {
    server.answer = null;
    server.received.length = 0;
  });
  afterAll(() => server.stop());

  it('sends every byte of a file, whatever its chunks, and reports a clean one as null', async () => {
    const parts = [randomBytes(1), Buffer.alloc(0), randomBytes(300_000), randomBytes(65_536)];
    expect(await clamd.scan(chunks(...parts))).toBeNull();
    expect(server.received).toEqual([Buffer.concat(parts)]);
  });

  it('reports the signature of an infected file', async () => {
    expect(await clamd.scan(chunks(Buffer.from(EICAR)))).toBe('Eicar-Signature');
  });

  it('refuses a file that clamd finds too large', async () => {
    server.answer = 'INSTREAM size limit exceeded. ERROR';
    await expect(clamd.scan(chunks(randomBytes(10)))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it.each([['close'], ['stream: Cannot allocate memory ERROR'], ['']])(
    'returns UNAVAILABLE, never a verdict, for the answer %j',
    async (answer) => {
      server.answer = answer;
      await expect(clamd.scan(chunks(randomBytes(10)))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    },
  );

  it('returns UNAVAILABLE when clamd does not answer in time', async () => {
    server.answer = 'silence';
    const impatient = new Clamd({ address: server.address, timeoutMs: 50 });
    await expect(impatient.scan(chunks(randomBytes(10)))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('returns UNAVAILABLE where nobody listens, at a port or a path', async () => {
    for (const address of ['127.0.0.1:1', '/nowhere/clamd.ctl']) {
      const nobody = new Clamd({ address });
      await expect(nobody.scan(chunks(randomBytes(10)))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });
});

async function* chunks(...parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield await Promise.resolve(part);
}
