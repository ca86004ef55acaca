import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS } from '../../src/demo/content/documents.js';
import { FIRST_ASSESSMENTS } from '../../src/demo/content/first-assessments.js';
import { AUDIT_DAYS } from '../../src/demo/content/later-assessments.js';
import { WORK } from '../../src/demo/content/work.js';
import { DAY, MINUTE } from '../../src/platform/clock.js';
import { FRAMEWORK_ORDER } from '../../src/modules/catalogue/content-load.js';
import { catalogueOf, CONTROL_COUNT } from '../catalogue/shipped.js';
import { evaluatedDemo } from '../connectors/demo-findings.js';
import { DemoSite, type ScanRow } from './demo-site.js';

/** At its creation and in its history. */
const ASSESSMENTS = FIRST_ASSESSMENTS.length + AUDIT_DAYS.flatMap(({ assessed }) => assessed).length;

/** All times of the history, with their required order. */
const MOMENTS = `
  select 'organization' as what, created_at as at from tenants
  union all select 'user', created_at from users
  union all select 'password', credentials_changed_at from users
  union all select 'API key', created_at from api_keys
  union all select 'integration', created_at from integrations
  union all select 'last scan', last_scan_at from integrations
  union all select 'scan queued', created_at from scans
  union all select 'scan started', started_at from scans
  union all select 'scan completed', completed_at from scans
  union all select 'finding', detected_at from scan_findings
  union all select 'evidence', created_at from evidence
  union all select 'evidence collected', collected_at from evidence where scan_id is not null
  union all select 'work item', changed_at from work_items
  union all select 'vote', evaluated_at from element_votes
  union all select 'assessment', created_at from assessments
  union all select 'ledger', changed_at from status_ledger
  union all select 'score', at from score_history
  union all select 'posture', updated_at from postures
  union all select 'audit trail', at from audit_log`;

/** Number of rows of the history, by table. */
const COUNTS = `
  select (select count(*)::int from scans) as scans, (select count(*)::int from evidence) as evidence,
    (select count(*)::int from status_ledger) as ledger, (select count(*)::int from score_history) as scores,
    (select count(*)::int from assessments) as assessments,
    (select count(*)::int from work_items) as work, (select count(*)::int from audit_log) as audited`;

describe('the demo organization', () => {
  let site: DemoSite;
  let scans: ScanRow[];
  const startedAt = Date.now();

  beforeAll(async () => {
    site = await DemoSite.open();
    await site.ensure();
    scans = await site.scans();
  });
  afterAll(() => site.database.drop());

  it('has an API key that ends a day after the organization was created', async () => {
    const [key] = await site.database.query<{ at: Date }>('select expires_at as at from api_keys');
    const end = key?.at.getTime() ?? NaN;
    expect(end).toBeGreaterThan(startedAt + DAY - MINUTE);
    expect(end).toBeLessThan(Date.now() + DAY);
  });

  it('has 14 scans over about 30 days, the last one a few days ago at most', () => {
    expect(scans).toHaveLength(14);
    const [first = NaN, last = NaN] = [scans.at(0), scans.at(-1)].map((scan) => scan?.created_at.getTime());
    expect((startedAt - first) / DAY).toBeGreaterThan(27);
    expect((startedAt - first) / DAY).toBeLessThan(31);
    expect((startedAt - last) / DAY).toBeLessThan(4);
  });

  it('has a result for each control from every scan', () => {
    expect(scans.map(({ status, results }) => ({ status, results }))).toEqual(
      scans.map(() => ({ status: 'completed', results: CONTROL_COUNT })),
    );
  });

  it('counts every finding of its scans: more than those that fail, as many as its connector yields on another day', async () => {
    for (const [scansBefore, { findings, failed_findings }] of scans.entries()) {
      expect(findings).toBeGreaterThan(failed_findings);
      // Ages differ with the day, and with them what some checks look at.
      expect(Math.abs(findings - (await evaluatedDemo(scansBefore)).findings.length)).toBeLessThan(15);
    }
  });

  it('has scans that began when they were queued and ran for a few seconds', () => {
    for (const { created_at, started_at, completed_at } of scans) {
      expect(started_at).toEqual(created_at);
      expect(completed_at.getTime()).toBeGreaterThanOrEqual(started_at.getTime());
      expect(completed_at.getTime() - started_at.getTime()).toBeLessThan(30 * MINUTE);
    }
  });

  it('has all data between its creation and its last scan', async () => {
    const [tenant] = await site.database.query<{ created_at: Date }>('select created_at from tenants');
    const [made, over] = [tenant?.created_at.getTime() ?? NaN, scans.at(-1)?.completed_at.getTime() ?? NaN];
    const moments = await site.database.query<{ what: string; at: Date }>(MOMENTS);
    expect(new Set(moments.map(({ what }) => what)).size).toBe(19);
    expect(over).toBeLessThan(startedAt);
    expect(moments.filter(({ at }) => at.getTime() < made || at.getTime() > over)).toEqual([]);
  });

  it('has the end of a scan as the time of its ledger entries, scores and evidence', async () => {
    const dates = await site.database.query<{ id: string; at: Date }>(`
      select scan_id as id, changed_at as at from status_ledger where scan_id is not null
      union select scan_id, at from score_history where scan_id is not null
      union select scan_id, created_at from evidence where scan_id is not null`);
    const ends = new Map(scans.map(({ id, completed_at }) => [id, completed_at]));
    expect(dates).toHaveLength(scans.length);
    for (const { id, at } of dates) expect(at).toEqual(ends.get(id));
  });

  it('has controls that fail and are repaired, and scores of every framework that change', async () => {
    const moves = await site.database.query<{ scan_id: string; broken: number; mended: number }>(`
      select scan_id, count(*) filter (where status = 'failed' and previous_status = 'passed')::int as broken,
        count(*) filter (where status = 'passed' and previous_status = 'failed')::int as mended
      from status_ledger where scan_id is not null group by scan_id`);
    expect(moves.filter(({ broken }) => broken > 0).length).toBeGreaterThanOrEqual(7);
    expect(moves.filter(({ mended }) => mended > 0).length).toBeGreaterThanOrEqual(6);
    const series = await site.database.query<{ framework: string; scores: number }>(
      'select framework, count(distinct score)::int as scores from score_history group by framework',
    );
    // Seven frameworks and all of them together.
    expect(series).toHaveLength(8);
    expect(series.filter(({ scores }) => scores < 5)).toEqual([]);
  });

  it('has nobody who acted without having logged in, and nobody else as the author of a key than its trail says', async () => {
    const unseen = await site.database.query<{ email: string }>(`
      select distinct u.email from users u join audit_log l on l.actor_id = u.id
      where u.last_login_at is null or u.last_login_at < (
        select max(s.created_at) from scans s where s.triggered_by = u.id)`);
    expect(unseen).toEqual([]);
    const keys = await site.database.query<{ role: string; same: boolean }>(`
      select u.role, l.actor_type = 'user' and l.actor_id = k.user_id as same
      from api_keys k join users u on u.id = k.user_id join audit_log l on l.resource_id::text = k.id::text`);
    expect(keys).toEqual([{ role: 'admin', same: true }]);
  });

  it('has assessments by its admin that changed mapped controls', async () => {
    const assessments = await site.database.query<{ role: string; reached: number }>(`
      select u.role, (select count(*)::int from status_ledger l where l.assessment_id = a.id) as reached
      from assessments a join users u on u.id = a.assessed_by`);
    expect(assessments.map(({ role }) => role)).toEqual(Array.from({ length: ASSESSMENTS }, () => 'admin'));
    expect(assessments.filter(({ reached }) => reached === 0)).toEqual([]);
  });

  it('has uploads by its member, of which assessments name each that counts', async () => {
    const uploads = await site.database.query<{ title: string; role: string; named: boolean; is_over: boolean }>(
      `
      select e.title, u.role, coalesce(e.expires_at < $1, false) as is_over,
        exists (select from assessments a where e.id = any (a.evidence_ids)) as named
      from evidence e join users u on u.id = e.created_by where e.scan_id is null`,
      [new Date(startedAt)],
    );
    expect(uploads.map(({ title }) => title).sort()).toEqual(DOCUMENTS.map(({ title }) => title).sort());
    expect(new Set(uploads.map(({ role }) => role))).toEqual(new Set(['member']));
    expect(uploads.filter(({ named, is_over }) => named === is_over)).toEqual([]);
  });

  it('has work of its people, one item of it overdue', async () => {
    const work = await site.database.query<{ role: string; own: boolean; overdue: boolean }>(
      `
      select u.role, w.owner_id = w.created_by as own, w.due_on < $1::date as overdue
      from work_items w join users u on u.id = w.owner_id order by w.created_at`,
      [new Date(startedAt)],
    );
    expect(work.map(({ role, own }) => ({ role, own }))).toEqual(WORK.map(({ by }) => ({ role: by, own: true })));
    expect(work.filter(({ overdue }) => overdue)).toHaveLength(1);
  });

  it('has an audit trail in the order of time', async () => {
    const trail = await site.database.query<{ at: Date }>('select at from audit_log order by sequence');
    expect(trail.map(({ at }) => at)).toEqual(trail.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime()));
  });

  it('is not extended by a second start', async () => {
    const [before] = await site.database.query(COUNTS);
    const credentials = await readFile(site.credentialsFile, 'utf8');
    await site.ensure();
    expect(await site.database.query(COUNTS)).toEqual([before]);
    expect(await readFile(site.credentialsFile, 'utf8')).toBe(credentials);
  });
});

describe('a demo organization whose first start is stopped while it writes the history', () => {
  let site: DemoSite;

  beforeAll(async () => {
    site = await DemoSite.open();
  });
  afterAll(() => site.database.drop());

  it('has its first scan only, with the last of the reserved numbers', async () => {
    const stop = new AbortController();
    let claims = 0;
    const see = (text: string) => {
      if (/update "scans" set\s+status = 'running'/.test(text)) claims += 1;
      if (claims === 3) stop.abort();
    };
    await site.ensure({ see, signal: stop.signal });
    expect((await site.scans()).map(({ status, results, sequence }) => ({ status, results, sequence }))).toEqual([
      { status: 'completed', results: CONTROL_COUNT, sequence: 14 },
    ]);
  });

  it('has passed and failed controls of every framework after its first scan', async () => {
    const last = await site.database.query<{ control_no: number; status: string }>(
      'select distinct on (control_no) control_no, status from status_ledger order by control_no, sequence desc',
    );
    const { controlByNo } = catalogueOf();
    const found = new Set(last.map(({ control_no: no, status }) => `${controlByNo.get(no)?.framework.slug} ${status}`));
    for (const slug of FRAMEWORK_ORDER) {
      expect(found).toContain(`${slug} passed`);
      expect(found).toContain(`${slug} failed`);
    }
  });

  it('has every step once after the next start, at the planned moments and in order', async () => {
    await site.ensure();
    const scans = await site.scans();
    expect(scans.map(({ created_at }) => created_at)).toEqual(await site.plan());
    expect(scans.map(({ sequence }) => sequence)).toEqual(scans.map((_scan, index) => index + 1));
    expect(await site.database.query(COUNTS)).toMatchObject([
      { scans: 14, assessments: ASSESSMENTS, work: WORK.length },
    ]);
  });

  it('has one audit entry for each scan and assessment', async () => {
    const entries = await site.database.query<{ resource_id: string }>(
      `select resource_id from audit_log where action in ('scan.triggered', 'assessment.created') order by resource_id`,
    );
    const steps = await site.database.query<{ id: string }>(
      'select id::text from scans union all select id::text from assessments order by 1',
    );
    expect(entries.map(({ resource_id }) => resource_id)).toEqual(steps.map(({ id }) => id));
  });
});

describe('a demo organization whose history is incomplete', () => {
  let site: DemoSite;

  beforeAll(async () => {
    site = await DemoSite.open();
    const stop = new AbortController();
    stop.abort();
    await site.ensure({ signal: stop.signal });
  });
  afterAll(() => site.database.drop());

  it('gets no further step once another scan has decided statuses', async () => {
    await site.database.query(`
      insert into scans (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, total_controls,
        progress, trigger, hipaa_privacy, completed_at)
      select gen_random_uuid(), i.tenant_id, 15, 'failed', array[i.id], '{soc2}', '1', 0, '{}', 'manual', false, now()
      from integrations i`);
    const before = await site.scans();
    await site.ensure();
    expect(await site.scans()).toEqual(before);
  });
});

describe('a demo organization without history', () => {
  it('is created today with its uploads and the first assessments of its admin, and has no scan', async () => {
    const site = await DemoSite.open();
    const before = Date.now();
    await site.ensure({ hasDemoHistory: false });
    const [tenant] = await site.database.query<{ created_at: Date }>('select created_at from tenants');
    expect(tenant?.created_at.getTime()).toBeGreaterThanOrEqual(before);
    const assessments = await site.database.query<{ details: string; role: string }>(
      'select a.details, u.role from assessments a join users u on u.id = a.assessed_by',
    );
    expect(assessments.map(({ details }) => details).sort()).toEqual(
      FIRST_ASSESSMENTS.map(({ details }) => details).sort(),
    );
    expect(new Set(assessments.map(({ role }) => role))).toEqual(new Set(['admin']));
    expect(await site.database.query(COUNTS)).toMatchObject([{ scans: 0, evidence: DOCUMENTS.length, work: 0 }]);
    await site.ensure();
    expect(await site.scans()).toEqual([]);
    await site.database.drop();
  });
});
