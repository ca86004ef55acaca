import { connect as open } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Upload } from '../../src/feature/rest-row.js';
import { receiveInTime } from '../../src/modules/imports/upload-patience.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { fails, prowlerReport } from './reports.js';

const PATIENCE = { waitMsMax: 20, everyMs: 5 };

/** An upload whose client is waited for, or not, and which never ends by itself. */
function uploadOf(waitsForClient: boolean): Upload {
  return {
    ...{ file: Readable.from([]), fileName: 'r.json', bytesMax: 1, waitsForClient: () => waitsForClient },
    signal: new AbortController().signal,
    finished: () => new Promise(() => undefined),
  };
}

describe('an upload that holds a place', () => {
  const until = ({ signal }: Upload) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')));

  it('is ended where its client has been waited for too long while others wait', async () => {
    const others = () => true;
    expect(await receiveInTime(uploadOf(true), others, until, PATIENCE)).toBe('ended');
    const waiting = receiveInTime(uploadOf(true), others, (held) => held.finished(), PATIENCE);
    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('goes on where nobody waits, and where what has come waits to be read', async () => {
    const later = async () => {
      await setTimeout(10 * PATIENCE.waitMsMax);
      return 'received';
    };
    const received = (upload: Upload) => Promise.race([later(), until(upload)]);
    expect(await receiveInTime(uploadOf(true), () => false, received, PATIENCE)).toBe('received');
    expect(await receiveInTime(uploadOf(false), () => true, received, PATIENCE)).toBe('received');
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
