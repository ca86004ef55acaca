import { connect as open } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Upload } from '../../src/feature/rest-row.js';
import { receiveInTime } from '../../src/modules/imports/upload-pace.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { fails, prowlerReport } from './reports.js';

const PACE = { graceMs: 20, bytesPerSecond: 1_000_000, everyMs: 5 };

/** An upload of which as many bytes have come as the test says, and which never ends by itself. */
function uploadOf(received: () => number, waitsForClient = () => true): Upload {
  return {
    ...{ file: Readable.from([]), fileName: 'r.json', bytesMax: 1, received, waitsForClient },
    signal: new AbortController().signal,
    finished: () => new Promise(() => undefined),
  };
}

describe('an upload that holds a place', () => {
  const until = ({ signal }: Upload) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')));

  it('is ended where it comes slowly while others wait', async () => {
    expect(
      await receiveInTime(
        uploadOf(() => 0),
        () => true,
        until,
        PACE,
      ),
    ).toBe('ended');
    const waiting = receiveInTime(
      uploadOf(() => 0),
      () => true,
      (held) => held.finished(),
      PACE,
    );
    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('goes on where nobody waits, and where it comes fast', async () => {
    const later = async () => {
      await setTimeout(10 * PACE.graceMs);
      return 'received';
    };
    const received = (upload: Upload) => Promise.race([later(), until(upload)]);
    expect(
      await receiveInTime(
        uploadOf(() => 0),
        () => false,
        received,
        PACE,
      ),
    ).toBe('received');
    const startedAt = performance.now();
    const fast = () => (2 * PACE.bytesPerSecond * (performance.now() - startedAt)) / 1_000;
    expect(await receiveInTime(uploadOf(fast), () => true, received, PACE)).toBe('received');
    // What has come waits to be read: that is not the fault of the client.
    const read = uploadOf(
      () => 0,
      () => false,
    );
    expect(await receiveInTime(read, () => true, received, PACE)).toBe('received');
  });
});

describe('two organizations that send their reports a byte at a time', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('leave a third one its turn', async () => {
    const { hostname: host, port } = new URL(service.baseUrl);
    const slow = await Promise.all(
      ['Slow', 'Slower'].map(async (name) => {
        const { admin } = await service.addTenant(name, 'ENTERPRISE');
        const id = await connect(admin, 'prowler');
        const socket = open({ host, port: Number(port) }).on('error', () => undefined);
        socket.write(
          [
            `POST /api/org/integrations/${id}/import HTTP/1.1`,
            `Host: ${host}`,
            `Authorization: Bearer ${admin.token ?? ''}`,
            'Content-Type: multipart/form-data; boundary=b',
            'Content-Length: 1000000',
            '',
            '--b',
            'Content-Disposition: form-data; name="file"; filename="r.json"',
            '',
            '[',
          ].join('\r\n'),
        );
        return socket;
      }),
    );
    const { admin } = service.a;
    const id = await connect(admin, 'prowler');
    const scan = await runImport(admin, id, prowlerReport([fails('r-1')]));
    expect(scan.status).toBe('completed');
    for (const socket of slow) socket.destroy();
  });
});
