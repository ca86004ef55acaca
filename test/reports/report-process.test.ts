import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../src/modules/reports/content/content.rules.js';
import { FORMAT_LIMITS, writeApart } from '../../src/modules/reports/formats/format-process.js';
import { writeReport } from '../../src/modules/reports/formats/write.js';
import { FORMATS } from './reports.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { fileOf, generate } from './reports.js';
import { RICH } from './rich-facts.js';
import { byAssessment, facts, report } from './tiny-facts.js';

const signal = new AbortController().signal;
const OPTIONS = { type: 'gap_analysis', language: 'en', publicUrl: 'https://x.example' } as const;
const NOTE = `Z${'\u0301\u0316\u0308\u0327'.repeat(12)}`.repeat(200);

/** Number of processes that this process has started and that write report files. */
function writers(): number {
  const all = execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes('format-child')).length;
}

/** Content with a note of `length` characters. */
function noted(length: number) {
  const details = 'a b '.repeat(length / 4);
  const decision = { ...byAssessment('non_compliant'), details };
  return contentOf(report([facts('CC1.2', 'failed', { decision })]), OPTIONS);
}

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

describe('a report file that is written in a process of its own', () => {
  const write = (job: Parameters<typeof writeApart>[0], limits = FORMAT_LIMITS) =>
    bytesOf(writeApart(job, { signal, limits }));
  const failureOf = (work: Promise<unknown>) => work.catch((err: unknown) => err);

  it.each(FORMATS.filter((format) => format !== 'xlsx'))(
    'has the same bytes as one written here as %s',
    async (format) => {
      const content = contentOf(RICH, { ...OPTIONS, language: 'de' });
      expect(await write({ content, format })).toEqual(await bytesOf(writeReport(content, format)));
      expect(writers()).toBe(0);
    },
  );

  it.each([
    ['CPU time', { ...FORMAT_LIMITS, cpuSeconds: 1 }],
    ['memory', { ...FORMAT_LIMITS, heapMb: 24 }],
  ])('is refused where it takes more %s than a report may, with what to do', async (what, limits) => {
    const message = `writing the file takes more ${what} than a report may: choose another format, or shorten the longest notes of assessments`;
    expect(await failureOf(write({ content: noted(4_000_000), format: 'pdf' }, limits))).toMatchObject({
      ...{ code: 'VALIDATION_FAILED', message },
      details: [{ field: '/format', message }],
    });
    expect(writers()).toBe(0);
  });

  it('ends with its signal, which is what it throws', async () => {
    const stopping = new AbortController();
    const job = { content: noted(4_000_000), format: 'pdf' } as const;
    const writing = failureOf(bytesOf(writeApart(job, { signal: stopping.signal })));
    await eventually(async () => (writers() === 1 ? true : null));
    stopping.abort(new Error('stopping'));
    expect(await writing).toMatchObject({ message: 'stopping' });
    expect(writers()).toBe(0);
  });
});

describe('a report with notes that are hard to set', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    const soc2 = catalogueOf().frameworkBySlug.get('soc2');
    const mapped = (soc2?.controls ?? []).flatMap(({ mappings }) => mappings);
    const ids = new Set(mapped.map(({ universalControl }) => universalControl.id));
    for (const id of [...ids].slice(0, 12)) await assess(service.a.admin, id, 'non_compliant', { details: NOTE });
  });
  afterAll(() => service.stop());

  const ask = (format: string) =>
    service.a.admin.post('/api/reports/generate', { framework: 'SOC 2', report_type: 'gap_analysis', format });

  it('holds up neither health checks nor the requests of another organization', async () => {
    const work = { isDone: false };
    const begunAt = performance.now();
    const making = ask('pdf').finally(() => (work.isDone = true));
    const waits: number[] = [];
    while (!work.isDone) {
      const startedAt = performance.now();
      expect((await service.anonymous.get('/readyz')).status).toBe(200);
      await service.b.member.data('{ me { id } }');
      waits.push(performance.now() - startedAt);
    }
    expect((await making).status).toBe(201);
    // Written on the event loop, a single answer took as long as the file.
    expect(Math.max(...waits)).toBeLessThan((performance.now() - begunAt) / 2);
    expect(waits.length).toBeGreaterThan(5);
  });

  it('is refused beyond the limits, and the service goes on', async () => {
    await service.database.query('update assessments set details = repeat($1, 3000) where tenant_id = $2', [
      ...[NOTE.slice(0, 2_000), service.a.tenantId],
    ]);
    const { status, body } = await ask('pdf');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        code: 'VALIDATION_FAILED',
        details: [
          {
            field: '/format',
            message: expect.stringMatching(/^writing the file takes more .*: choose another format/) as string,
          },
        ],
      },
    });
    expect(writers()).toBe(0);
    expect((await service.anonymous.get('/readyz')).status).toBe(200);
    await service.database.query('update assessments set details = null where tenant_id = $1', [service.a.tenantId]);
    const file = await fileOf(await generate(service.a.member, { framework: 'SOC 2', format: 'pdf' }));
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('ends with the service, which waits for it some seconds', async () => {
    const stopped = await startService();
    await connect(stopped.a.admin, 'demo');
    await runScan(stopped.a.admin);
    const making = stopped.a.admin.post('/api/reports/generate', { framework: 'SOC 2', format: 'pdf' });
    await eventually(async () => (writers() === 1 ? true : null));
    await stopped.stop();
    expect((await making).status).toBe(201);
    expect(writers()).toBe(0);
  });
});
