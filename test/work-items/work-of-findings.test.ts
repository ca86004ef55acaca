import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { allFindings } from '../findings/findings.js';
import { fails, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { create, update } from './work-items.js';

const LIST = `{ findings(first: 100) { nodes { resourceId workItem { title owner { name } } check { workItem { title } } } } }`;

interface Found {
  resourceId: string;
  workItem: { title: string } | null;
  check: { workItem: { title: string } | null };
}

describe('the work on findings', () => {
  let service: TestService;
  const ids = new Map<string | null, string>();

  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    const report = prowlerReport([fails('r-1'), fails('r-2'), fails('r-3')]);
    await runImport(admin, await connect(admin, 'prowler'), report);
    for (const { id, resourceId } of await allFindings(admin)) ids.set(resourceId, id);
  });
  afterAll(() => service.stop());

  const found = async () => {
    const { findings } = await service.a.member.data<{ findings: { nodes: Found[] } }>(LIST);
    return Object.fromEntries(
      findings.nodes.map(({ resourceId, workItem, check }) => [
        resourceId,
        [workItem?.title ?? null, check.workItem?.title ?? null],
      ]),
    );
  };

  it('is the newest unfinished item about each, and about its check', async () => {
    const { member } = service.a;
    await create(member, { title: 'Older', findingId: ids.get('r-1') });
    const newer = await create(member, { title: 'Newer', findingId: ids.get('r-1') });
    const done = await create(member, { title: 'Done', findingId: ids.get('r-2') });
    await update(member, { workItemId: done.id, state: 'done' });
    expect(await found()).toEqual({ 'r-1': ['Newer', null], 'r-2': [null, null], 'r-3': [null, null] });
    const ofCheck = await create(member, { title: 'All of them', checkId: `prowler.${AUDIT_TRAIL.prowler}` });
    expect(await found()).toEqual({
      'r-1': ['Newer', 'All of them'],
      'r-2': [null, 'All of them'],
      'r-3': [null, 'All of them'],
    });
    await update(member, { workItemId: newer.id, state: 'dropped' });
    await update(member, { workItemId: ofCheck.id, state: 'dropped' });
    expect(await found()).toEqual({ 'r-1': ['Older', null], 'r-2': [null, null], 'r-3': [null, null] });
  });

  it('takes one statement more for all findings, and one for their checks', async () => {
    const read = async (document: string) => {
      const from = service.statements.length;
      await service.a.member.data(document);
      return service.statements.length - from;
    };
    const plain = await read('{ findings(first: 100) { nodes { id check { id } } } }');
    expect(await read('{ findings(first: 100) { nodes { id workItem { id } check { id } } } }')).toBe(plain + 1);
    expect(await read('{ findings(first: 100) { nodes { id workItem { id } check { id workItem { id } } } } }')).toBe(
      plain + 2,
    );
  });
});
