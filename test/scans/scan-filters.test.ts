import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, prowlerReport } from '../integrations/reports.js';
import { frameworkId } from '../catalogue/shipped.js';
import { connect, resultsOf, runImport, runScan, triggerScan, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface ListBody {
  data: { id: string }[];
  meta: { pagination: { total: number } };
}

describe('the filters of scans and of their results', () => {
  let service: TestService;
  /** One of each kind: complete, of a report, of one framework, failed. */
  const scans = { full: '', imported: '', soc2: '', failed: '' };
  let between = '';
  let all: ScanResultBody[];

  beforeAll(async () => {
    service = await startService();
    const { admin, member } = service.a;
    await connect(admin, 'demo');
    scans.full = (await runScan(member)).id;
    scans.imported = (await runImport(admin, await connect(admin, 'prowler'), prowlerReport([fails('trail-1')]))).id;
    between = await momentAfter(scans.imported);
    scans.soc2 = (await runScan(member, { framework_id: frameworkId('soc2') })).id;
    scans.failed = await triggerScan(member);
    await service.database.query(
      `update scans set status = 'failed', failure_code = 'CANCELLED', failure_message = 'x', completed_at = now() where id = $1`,
      [scans.failed],
    );
    all = await resultsOf(member, scans.full);
  });
  afterAll(() => service.stop());

  /** A moment after the creation of a scan, before that of the next. */
  async function momentAfter(id: string): Promise<string> {
    const { created_at: createdAt } = await service.a.member.rest<{ created_at: string }>(`/api/scans/${id}`);
    return new Date(Date.parse(createdAt) + 1).toISOString();
  }
  const nameOf = (id: string) => Object.entries(scans).find(([, each]) => each === id)?.[0];

  it.each([
    ['statuses=completed', ['soc2', 'imported', 'full']],
    ['statuses=failed', ['failed']],
    ['statuses=failed&statuses=completed', ['failed', 'soc2', 'imported', 'full']],
    ['triggers=import', ['imported']],
    ['triggers=manual&statuses=completed', ['soc2', 'full']],
    ['frameworks=HIPAA', ['failed', 'imported', 'full']],
    ['frameworks=soc2', ['failed', 'soc2', 'imported', 'full']],
  ])('scans with %s', async (query, expected) => {
    const { body } = await service.a.auditor.get(`/api/scans?${query}`);
    const { data, meta } = body as ListBody;
    expect(data.map(({ id }) => nameOf(id))).toEqual(expected);
    expect(meta.pagination.total).toBe(expected.length);
    expect((await service.b.admin.rest<unknown[]>(`/api/scans?${query.replace(/&?frameworks=\w+/, '')}`)).length).toBe(
      0,
    );
  });

  it('scans of a range of time: its start inclusive, its end exclusive', async () => {
    const names = async (query: string) =>
      (await service.a.auditor.rest<{ id: string }[]>(`/api/scans?${query}`)).map(({ id }) => nameOf(id));
    expect(await names(`from=${between}`)).toEqual(['failed', 'soc2']);
    expect(await names(`to=${between}`)).toEqual(['imported', 'full']);
    const { created_at: created } = await service.a.auditor.rest<{ created_at: string }>(`/api/scans/${scans.soc2}`);
    expect(await names(`to=${created}`)).not.toContain('soc2');
  });

  it('scans page by page of a filter, without a gap or a duplicate', async () => {
    interface Page {
      scans: { nodes: { id: string }[]; totalCount: number; pageInfo: { hasNextPage: boolean; endCursor: string } };
    }
    const found: string[] = [];
    for (let after: string | null = null; ;) {
      const answer: Page = await service.a.member.data<Page>(
        `query ($after: String) { scans(statuses: [completed], first: 2, after: $after) {
          nodes { id } totalCount pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      found.push(...answer.scans.nodes.map(({ id }) => id));
      expect(answer.scans.totalCount).toBe(3);
      if (!answer.scans.pageInfo.hasNextPage) break;
      after = answer.scans.pageInfo.endCursor;
    }
    expect(found.map(nameOf)).toEqual(['soc2', 'imported', 'full']);
  });

  it.each([
    ['statuses=fail', ({ status }: ScanResultBody) => status === 'fail'],
    ['statuses=pass&statuses=not-applicable', ({ status }: ScanResultBody) => status !== 'fail'],
    ['status=pass&statuses=fail', ({ status }: ScanResultBody) => status !== 'not-applicable'],
    ['severities=high', ({ severity }: ScanResultBody) => severity === 'high'],
    [
      'severities=critical&severities=high&statuses=fail',
      ({ severity, status }: ScanResultBody) => ['critical', 'high'].includes(severity ?? '') && status === 'fail',
    ],
    [
      'frameworks=SOC 2&frameworks=hipaa',
      ({ framework }: ScanResultBody) => framework === 'SOC 2' || framework === 'HIPAA',
    ],
  ])('results with %s', async (query, selects) => {
    const found = await service.a.member.rest<ScanResultBody[]>(`/api/scans/${scans.full}/results?${query}`);
    const expected = all.filter(selects);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect(found).toEqual(expected);
  });

  it.each([
    ['/api/scans?statuses=ended', '/statuses/0'],
    ['/api/scans?triggers=cron', '/triggers/0'],
    ['/api/scans?from=yesterday', '/from'],
    ['/api/scans/$SCAN/results?severities=terrible', '/severities/0'],
  ])('%s is refused, naming the parameter', async (path, pointer) => {
    const { status, body } = await service.a.member.get(path.replace('$SCAN', scans.full));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(pointer.split('/')[1]);
  });

  it('the id and the path of the evidence lead to the artifact that the key names', async () => {
    const shown = all.filter(({ evidence_key: key }) => key !== null);
    expect(shown.length).toBeGreaterThan(0);
    for (const { evidence_id: id, evidence_key: key, links } of shown.slice(0, 3)) {
      const byKey = await service.a.member.rest<{ id: string; file_reference: string }[]>(
        `/api/evidence?evidence_key=${encodeURIComponent(key ?? '')}`,
      );
      expect(byKey.map(({ file_reference: reference }) => reference)).toEqual([key]);
      expect(byKey[0]?.id).toBe(id);
      expect(await service.a.member.rest(links.evidence ?? '')).toMatchObject({ id, file_reference: key });
    }
    expect(all.filter(({ evidence_key: key }) => key === null).map(({ links }) => links.evidence)).toContain(null);
  });
});
