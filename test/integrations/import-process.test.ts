import { execFileSync } from 'node:child_process';
import { request, type ClientRequest } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readApart, REPORT_LIMITS } from '../../src/modules/imports/report-process.js';
import { eventually } from '../support/eventually.js';
import { connect, finished } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { prowlerReport } from './reports.js';
import { objectKeys } from './stored-rows.js';

const signal = new AbortController().signal;

/** Number of processes that this process has started and that read reports. */
function readers(): number {
  const all = execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes('report-child')).length;
}

async function read(file: Readable, options: Partial<Parameters<typeof readApart>[1]> = {}): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readApart(file, { signal, ...options })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a report that is read in a process of its own', () => {
  const failureOf = (work: Promise<unknown>) => work.catch((err: unknown) => err);

  it('gives its findings, a line each, and leaves no process', async () => {
    const lines = (await read(Readable.from([Buffer.from(prowlerReport([{ rule: 'r', status: 'FAIL' }]))]))).trim();
    expect(JSON.parse(lines)).toMatchObject({ status: 'fail', check: { scanner: 'prowler', ruleId: 'r' } });
    expect(readers()).toBe(0);
  });

  it('is refused with the place where it is broken', async () => {
    const err = await failureOf(read(Readable.from([Buffer.from('[{"class_uid":2004,')])));
    const details = [{ field: '/file', message: expect.stringMatching(/the file ends early, at byte 19/) as string }];
    expect(err).toMatchObject({ code: 'VALIDATION_FAILED', details });
  });

  it('is refused where it takes more CPU time than a report may', async () => {
    const endless = new PassThrough();
    const one = prowlerReport([{ rule: 'r', status: 'FAIL' }]).slice(1, -1);
    const chunk = Buffer.from(`${one},`.repeat(200));
    let isOver = false;
    const feed = async () => {
      endless.write('[');
      while (!isOver) if (!endless.write(chunk)) await new Promise((resolve) => setImmediate(resolve));
    };
    endless.on('error', () => undefined).on('close', () => (isOver = true));
    void feed();
    const err = await failureOf(read(endless, { limits: { ...REPORT_LIMITS, cpuSeconds: 1 } }));
    isOver = true;
    expect(err).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: '/file', message: 'reading the report takes more CPU time than a report may' }],
    });
  });

  it('is refused where gzip expands it more than two hundred times', async () => {
    const one = prowlerReport([{ rule: 'r', status: 'FAIL', text: 'x'.repeat(700) }]).slice(1, -1);
    const bomb = gzipSync(`[${Array.from({ length: 60_000 }, () => one).join(',')}]`, { level: 9 });
    const message = 'the gzip stream expands to more than 200 times its size';
    expect(await failureOf(read(Readable.from([bomb])))).toMatchObject({ details: [{ field: '/file', message }] });
  });

  it('ends with its signal, which is what it throws', async () => {
    const gone = new AbortController();
    const silent = new PassThrough();
    silent.write('[');
    const reading = failureOf(read(silent, { signal: gone.signal }));
    await eventually(async () => (readers() === 1 ? true : null));
    gone.abort(new Error('gone'));
    expect(await reading).toMatchObject({ message: 'gone' });
    expect(readers()).toBe(0);
  });
});

describe('a big import', () => {
  let service: TestService;
  let path = '';

  beforeAll(async () => {
    service = await startService();
    path = `/api/org/integrations/${await connect(service.a.admin, 'prowler')}/import`;
  });
  afterAll(() => service.stop());

  /** Begins an upload of a form with a file. */
  function upload(to: string, token: string | null): ClientRequest {
    const req = request(`${service.baseUrl}${to}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    req.on('error', () => undefined);
    req.write('--x\r\ncontent-disposition: form-data; name="file"; filename="report.json"\r\n\r\n');
    return req;
  }

  it('holds up no other request: the service answers all the while', async () => {
    const finding = prowlerReport([{ rule: 'r', status: 'FAIL', text: 'x'.repeat(900) }]).slice(1, -1);
    const gzip = createGzip({ level: 1 });
    const parts: Buffer[] = [];
    gzip.on('data', (chunk: Buffer) => parts.push(chunk));
    gzip.write('[');
    for (let count = 0; count < 20_000; count += 1) {
      const unlike = finding.replace('"uid":"r-1"', `"uid":"${String(count)}${Math.random()}"`);
      if (!gzip.write(`${count === 0 ? '' : ','}${unlike}`))
        await new Promise((resolve) => gzip.once('drain', resolve));
    }
    await new Promise<void>((resolve) => gzip.end(']', resolve));
    const work = { isDone: false };
    const begunAt = performance.now();
    const importing = service.a.admin.upload(path, Buffer.concat(parts)).finally(() => (work.isDone = true));
    const waits: number[] = [];
    while (!work.isDone) {
      const startedAt = performance.now();
      expect((await service.anonymous.get('/livez')).status).toBe(200);
      waits.push(performance.now() - startedAt);
    }
    const { status, body } = await importing;
    expect(status).toBe(202);
    // When this process parsed, a single answer took as long as the whole import.
    expect(Math.max(...waits)).toBeLessThan((performance.now() - begunAt) / 2);
    expect(waits.length).toBeGreaterThan(5);
    await service.a.admin.post(`/api/scans/${(body as { data: { scan_job_id: string } }).data.scan_job_id}/cancel`);
  });

  it('ends with the connection of its client: no process is left, and nothing is stored', async () => {
    const imports = async () => (await objectKeys(service)).filter((key) => key.includes('/imports/'));
    const before = await imports();
    const req = upload(path, service.a.admin.token);
    req.write('[');
    await eventually(async () => (readers() === 1 ? true : null));
    req.destroy();
    await eventually(async () => (readers() === 0 ? true : null));
    await eventually(async () => ((await imports()).join() === before.join() ? true : null));
  });

  it('of one organization waits for its other one, and not an import of another organization', async () => {
    const slow = upload(path, service.a.admin.token);
    slow.write('[');
    await eventually(async () => (readers() === 1 ? true : null));
    const report = prowlerReport([{ rule: 'r', status: 'FAIL' }]);
    const second = service.a.admin.upload(path, report);
    const other = await connect(service.b.admin, 'prowler');
    const { status, body } = await service.b.admin.upload(`/api/org/integrations/${other}/import`, report);
    expect(status).toBe(202);
    await finished(service.b.admin, (body as { data: { scan_job_id: string } }).data.scan_job_id);
    slow.destroy();
    expect((await second).status).toBe(202);
  });
});
