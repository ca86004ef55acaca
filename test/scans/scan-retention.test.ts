import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock.js';
import { readReference } from '../../src/platform/storage/object-reference.rules.js';
import { newId } from '../../src/platform/crypto/uuid.js';
import { rowsOf } from '../access/tenant-rows.js';
import { shareWithAuditor } from '../access/world-auditor-links.js';
import { controlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { objectKeys } from '../integrations/stored-rows.js';
import { auditTrail, consoleMfa, prowlerReport } from '../integrations/reports.js';
import { openHousekeeping, type Housekeeping } from '../storage/housekeeping.js';
import { eventually } from '../support/eventually.js';
import { connect, runImport, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const AUDITED = controlId('pci-dss', '10.2.1.6');
const REPORT = (verdict: 'FAIL' | 'PASS') => prowlerReport([auditTrail(verdict)]);
/** Number of artifacts of a scan of such a report. */

interface ListedScan {
  id: string;
}

describe('the retention of scans', () => {
  let service: TestService;
  let keeping: Housekeeping;
  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    keeping = await openHousekeeping(service);
  });
  afterAll(async () => {
    await keeping.close();
    await service.stop();
  });

  /** Moves the end of a scan some days into the past. */
  const age = (scanId: string, days: number) =>
    service.database.query(`update scans set completed_at = completed_at - make_interval(days => $2) where id = $1`, [
      scanId,
      days,
    ]);
  const idsOf = async ({ admin }: TestTenant) => (await admin.rest<ListedScan[]>('/api/scans')).map(({ id }) => id);
  const keysOf = async (scanId: string) => (await objectKeys(service)).filter((key) => key.includes(scanId));
  const auditOf = ({ tenantId }: TestTenant) =>
    service.database.query<{ actor_type: string; after: { scans: number; evidence: number; cutoff: string } }>(
      `select actor_type, after from audit_log where tenant_id = $1 and action = 'scans.expired' order by sequence`,
      [tenantId],
    );
  /** Three scans of one integration, each of which decides the status of the same control. */
  async function threeScans(tenant: TestTenant): Promise<[string, string, string]> {
    const integration = await connect(tenant.admin, 'prowler');
    const scans: ScanStatusBody[] = [];
    for (const verdict of ['PASS', 'PASS', 'FAIL'] as const) {
      scans.push(await runImport(tenant.admin, integration, REPORT(verdict)));
    }
    const [first, second, third] = scans.map(({ id }) => id);
    return [first ?? '', second ?? '', third ?? ''];
  }

  it('deletes scans older than the retention of the organization, and nothing else', async () => {
    const tenant = await service.addTenant('Everything', 'ENTERPRISE');
    const [first, second, third] = await threeScans(tenant);
    const manual = await uploaded(tenant.admin, file('A note.'), { name: 'control_id', content: AUDITED });
    await age(first, 366);
    await age(second, 364);
    const before = await rowsOf(service.database, tenant.tenantId);
    const control = await tenant.admin.rest<{ evidence: { id: string }[] }>(`/api/compliance/controls/${AUDITED}`);
    const objects = await objectKeys(service);
    expect(await keeping.retain(0)).toBe(1);

    expect(await idsOf(tenant)).toEqual([third, second]);
    expect((await tenant.admin.get(`/api/scans/${first}`)).status).toBe(404);
    expect((await tenant.admin.get(`/api/scans/${first}/results`)).status).toBe(404);
    const after = await rowsOf(service.database, tenant.tenantId);
    for (const table of ['scan_results', 'scan_checks', 'evidence']) {
      expect(before[table]).toContain(first);
      expect(after[table]).not.toContain(first);
    }
    for (const table of [
      'postures',
      'element_votes',
      'status_ledger',
      'assessments',
      'outbox',
      'integrations',
      'users',
    ]) {
      expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] });
    }
    expect(after.status_ledger).toContain(first);
    const now = await tenant.admin.rest<{ evidence: { id: string }[] }>(`/api/compliance/controls/${AUDITED}`);
    expect({ ...now, evidence: [] }).toEqual({ ...control, evidence: [] });
    expect(now.evidence.map(({ id }) => id)).toContain(manual.id);
    expect(now.evidence).toHaveLength(control.evidence.length - 1);
    expect(await keysOf(first)).toEqual([]);
    expect(await objectKeys(service)).toEqual(objects.filter((key) => !key.includes(first)));
    expect(await keeping.sweep(DAY)).toMatchObject({ objectsMissing: 0 });
  });

  it('is recorded in the audit trail as an action of the service, with count and cutoff', async () => {
    const tenant = await service.addTenant('Audited', 'ENTERPRISE');
    const [first, second] = await threeScans(tenant);
    await age(first, 400);
    await age(second, 400);
    const at = Date.now();
    expect(await keeping.retain(0)).toBe(2);
    const [entry, ...more] = await auditOf(tenant);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actor_type: 'system', after: { scans: 2, evidence: 2 } });
    const cutoff = new Date(entry?.after.cutoff ?? '').getTime();
    expect(Math.abs(cutoff - (at - 365 * DAY))).toBeLessThan(60_000);
    expect(await keeping.retain(0)).toBe(0);
    expect(await auditOf(tenant)).toHaveLength(1);
  });

  it('applies the retention of each organization', async () => {
    const [short, long] = [
      await service.addTenant('Short', 'ENTERPRISE'),
      await service.addTenant('Long', 'ENTERPRISE'),
    ];
    const [ofShort] = await threeScans(short);
    const [ofLong] = await threeScans(long);
    await service.database.query('update tenants set retention_days = 30 where id = $1', [short.tenantId]);
    await service.database.query('update tenants set retention_days = 3650 where id = $1', [long.tenantId]);
    await age(ofShort, 31);
    await age(ofLong, 3_000);
    expect(await keeping.retain(0)).toBe(1);
    expect(await idsOf(short)).not.toContain(ofShort);
    expect(await idsOf(long)).toContain(ofLong);
  });

  it('never deletes a scan that a status rests on, nor the last of an integration, however old', async () => {
    const tenant = await service.addTenant('Votes', 'ENTERPRISE');
    const integration = await connect(tenant.admin, 'prowler');
    const voting = await runImport(tenant.admin, integration, REPORT('FAIL'));
    // Looks at other controls: what it does not evaluate keeps its vote of before.
    const between = await runImport(tenant.admin, integration, prowlerReport(consoleMfa('PASS')));
    const last = await runImport(tenant.admin, integration, prowlerReport(consoleMfa('PASS')));
    const control = await tenant.admin.rest<object>(`/api/compliance/controls/${AUDITED}`);
    expect(control).toMatchObject({ status: 'failed', latest_finding: { scan_job_id: voting.id } });
    for (const { id } of [voting, between, last]) await age(id, 5_000);
    expect(await keeping.retain(0)).toBe(1);
    expect(await idsOf(tenant)).toEqual([last.id, voting.id]);
    expect(await tenant.admin.rest(`/api/compliance/controls/${AUDITED}`)).toEqual(control);
    expect((await tenant.admin.get(`/api/scans/${between.id}`)).status).toBe(404);
    const disconnect =
      'mutation ($id: ID!) { disconnectIntegration(input: { integrationId: $id }) { integration { status } } }';
    await tenant.admin.data(disconnect, { id: integration });
    expect(await keeping.retain(0)).toBe(0);
    expect(await idsOf(tenant)).toEqual([last.id, voting.id]);
  });

  it('retains artifacts to a part of which an assessment refers, with their files', async () => {
    const tenant = await service.addTenant('Assessed', 'ENTERPRISE');
    const [first] = await threeScans(tenant);
    const [result] = await tenant.admin.rest<{ evidence_id: string | null }[]>(
      `/api/scans/${first}/results?status=pass`,
    );
    const cited = await tenant.admin.rest<{ id: string; file_reference: string }>(
      `/api/evidence/${result?.evidence_id ?? ''}`,
    );
    await service.database.query(
      `insert into assessments (id, tenant_id, universal_no, status, evidence_ids, assessed_by)
       select $1, tenant_id, 1, 'compliant', array[$2::uuid], id from users where tenant_id = $3 and role = 'admin'`,
      [newId(), cited.id, tenant.tenantId],
    );
    await age(first, 400);
    expect(await keeping.retain(0)).toBe(1);
    const { download_url: url } = await tenant.admin.rest<{ download_url: string }>(`/api/evidence/${cited.id}`);
    expect(await keeping.sweep(DAY)).toMatchObject({ objectsMissing: 0 });
    expect(await (await fetch(url)).json()).toMatchObject({ scan_job_id: first, status: 'pass' });
    expect(await keysOf(first)).toEqual([readReference(cited.file_reference).key]);
  });

  it('retains artifacts that an answer to an auditor names', async () => {
    const tenant = await service.addTenant('Answered', 'ENTERPRISE');
    const [first] = await threeScans(tenant);
    const [artifact] = await service.database.query<{ id: string }>('select id from evidence where scan_id = $1', [
      first,
    ]);
    const { auditorCommentId } = await shareWithAuditor(service.baseUrl, tenant.admin);
    await tenant.admin.data(
      'mutation ($input: AnswerAuditorCommentInput!) { answerAuditorComment(input: $input) { auditorComment { id } } }',
      { input: { auditorCommentId, answer: 'Attached', evidenceIds: [artifact?.id] } },
    );
    await age(first, 400);
    expect(await keeping.retain(0)).toBe(1);
    expect((await tenant.admin.get(`/api/evidence/${artifact?.id ?? ''}`)).status).toBe(200);
  });

  it('waits for an assessment that is being written, and retains what it refers to', async () => {
    const tenant = await service.addTenant('Racing', 'ENTERPRISE');
    const [first] = await threeScans(tenant);
    await age(first, 400);
    const [artifact] = await service.database.query<{ id: string }>('select id from evidence where scan_id = $1', [
      first,
    ]);
    // What `findEvidence` does, and what follows it in the same transaction.
    await service.database.query('begin');
    await service.database.query('select from evidence where id = $1 for key share', [artifact?.id]);
    const retained = keeping.retain(0);
    await service.database.query(
      `insert into assessments (id, tenant_id, universal_no, status, evidence_ids, assessed_by)
       select $1, tenant_id, 1, 'compliant', array[$2::uuid], id from users where tenant_id = $3 and role = 'admin'`,
      [newId(), artifact?.id, tenant.tenantId],
    );
    await eventually(async () => {
      const waiting = await service.database.query(
        `select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
      );
      return waiting.length > 0 ? true : null;
    });
    await service.database.query('commit');
    expect(await retained).toBe(1);
    expect((await tenant.admin.get(`/api/evidence/${artifact?.id ?? ''}`)).status).toBe(200);
  });

  it('leaves the list of scans without gaps: offset, total and links are exact', async () => {
    const tenant = await service.addTenant('List', 'ENTERPRISE');
    const [old, other] = [await connect(tenant.admin, 'prowler'), await connect(tenant.admin, 'openscap')];
    const retained = await runImport(tenant.admin, old, REPORT('FAIL'));
    const scans: string[] = [];
    for (let no = 0; no < 6; no++) scans.push((await runImport(tenant.admin, other, REPORT('PASS'))).id);
    // The oldest stays for its vote; of those behind it some go.
    for (const id of [retained.id, ...scans.slice(0, 3)]) await age(id, 400);
    expect(await keeping.retain(0)).toBe(3);
    const expected = [...scans.slice(3).toReversed(), retained.id];
    expect(await idsOf(tenant)).toEqual(expected);
    for (const offset of [0, 1, 2, 3, 4]) {
      const { body } = await tenant.admin.get(`/api/scans?limit=1&offset=${offset}`);
      const { data, meta } = body as { data: ListedScan[]; meta: { pagination: { total: number } } };
      expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 1));
      expect(meta.pagination.total).toBe(4);
    }
    const next = await runImport(tenant.admin, other, REPORT('PASS'));
    expect(await idsOf(tenant)).toEqual([next.id, ...expected]);
  });

  it('retains queued and running scans, and deletes failed ones in batches until none is left', async () => {
    const tenant = await service.addTenant('Batches', 'ENTERPRISE');
    // The queued one waits for the running one, which reads the same integration: no worker takes it meanwhile.
    await service.database.query(
      `insert into scans (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, total_controls,
         progress, completed_at, lease_expires_at)
       select gen_random_uuid(), $1, no, case no when 1 then 'running' when 2 then 'queued' else 'failed' end,
         '{00000000-0000-4000-8000-000000000001}', '{}', '', 0, '{}', now() - interval '2 years', now() + interval '1 day'
       from generate_series(1, 47) no`,
      [tenant.tenantId],
    );
    const [failed] = await service.database.query<{ id: string }>(
      `select id from scans where tenant_id = $1 and sequence = 47`,
      [tenant.tenantId],
    );
    await service.database.query(
      `insert into scan_findings (tenant_id, scan_id, check_no, finding_no, resource_id, summary)
       select $1, $2, 0, no, 'r', '' from generate_series(1, 6000) no`,
      [tenant.tenantId, failed?.id],
    );
    expect(await keeping.retain(0)).toBe(45);
    const left = await service.database.query(
      `select status, sequence from scans where tenant_id = $1 order by sequence`,
      [tenant.tenantId],
    );
    expect(left).toEqual([
      { status: 'running', sequence: 46 },
      { status: 'queued', sequence: 47 },
    ]);
    expect((await auditOf(tenant)).map(({ after }) => after.scans)).toEqual([20, 20, 5]);
    await service.database.query('delete from scans where tenant_id = $1', [tenant.tenantId]);
  });
});
