import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_MFA, AUDIT_TRAIL, failedBy, passedBy } from '../catalogue/decided.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { auditTrail, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { createWebhook } from '../webhooks/webhooks.js';
import type { Client } from '../support/client.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { imported } from './imported.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

interface Change {
  control: { id: string };
  previousStatus: string;
  newStatus: string;
  previousAssurance: { level: string } | null;
  newAssurance: { level: string } | null;
}
interface Score {
  scope: string;
  framework: string | null;
  previousScore: number | null;
  newScore: number | null;
  previousAssuredScore: number | null;
  newAssuredScore: number | null;
}
interface WhatIf {
  changes: Change[];
  scores: Score[];
  events: { event: string; count: number; subscriptions: number; webhookIds: string[] | null }[];
}

const WHAT_IF = `query ($input: WhatIfInput!) { whatIf(input: $input) {
  changes { control { id } previousStatus newStatus previousAssurance { level } newAssurance { level } }
  scores { scope framework previousScore newScore previousAssuredScore newAssuredScore }
  events { event count subscriptions webhookIds } } }`;
const ask = async (client: Client, input: object) => (await client.data<{ whatIf: WhatIf }>(WHAT_IF, { input })).whatIf;

/** Statuses and levels of assurance that the answer says, and those that the ledger got. */
const said = ({ changes }: WhatIf) =>
  changes
    .map(({ control, ...each }) => [
      control.id,
      each.previousStatus,
      each.newStatus,
      each.previousAssurance?.level ?? null,
      each.newAssurance?.level ?? null,
    ])
    .sort();
const FEED = `{ statusChanges(first: 100) { totalCount nodes {
  id control { id } previousStatus status previousAssurance assurance } } }`;

async function ledger(client: Client) {
  const query = FEED.replace('first: 100', 'first: 100, after: $after')
    .replace('{', 'query ($after: String) {')
    .replace('nodes {', 'pageInfo { hasNextPage endCursor } nodes {');
  const found: LedgerNode[] = [];
  let after: string | null = null;
  do {
    const { statusChanges: page }: { statusChanges: LedgerPage } = await client.data(query, { after });
    found.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}
interface LedgerNode {
  id: string;
  control: { id: string };
  previousStatus: string;
  status: string;
  previousAssurance: string | null;
  assurance: string | null;
}
interface LedgerPage {
  nodes: LedgerNode[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

/** What the ledger gets while `work` is done. */
async function recorded(client: Client, work: () => Promise<unknown>) {
  const before = new Set((await ledger(client)).map(({ id }) => id));
  await work();
  return (await ledger(client))
    .filter(({ id }) => !before.has(id))
    .map((each) => [each.control.id, each.previousStatus, each.status, each.previousAssurance, each.assurance])
    .sort();
}

const SCORES = '{ scorecard { frameworks { framework score assuredScore } } }';
async function scores(client: Client) {
  const { scorecard } = await client.data<{
    scorecard: { frameworks: { framework: string; score: number | null; assuredScore: number | null }[] };
  }>(SCORES);
  return scorecard.frameworks;
}

const universal = (code: string) => catalogueOf().universalControls.find((each) => each.code === code)?.id ?? '';

describe('whatIf', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
  });
  afterAll(() => service.stop());

  /** Asks, does what was asked about, and compares the ledger and the scores with the answer. */
  async function compare({ member }: TestTenant, input: object, work: () => Promise<unknown>): Promise<WhatIf> {
    const answer = await ask(member, input);
    expect(await recorded(member, work)).toEqual(said(answer));
    const now = await scores(member);
    expect(
      answer.scores.slice(1).map(({ framework, newScore, newAssuredScore }) => [framework, newScore, newAssuredScore]),
    ).toEqual(now.map(({ framework, score, assuredScore }) => [framework, score, assuredScore]));
    return answer;
  }

  it('says what the repair of the one failing resource of a check makes pass, worked out by hand', async () => {
    const { tenant, integrationId } = await imported(service, 'Trail', [auditTrail('FAIL')]);
    const input = { fix: [{ checkId: AUDIT_TRAIL.check }] };
    const answer = await compare(tenant, input, () =>
      runImport(tenant.admin, integrationId, prowlerReport([auditTrail('PASS')])),
    );
    const passing = new Set(passedBy(AUDIT_TRAIL.check).map(({ id }) => id));
    expect(answer.changes.map(({ control }) => control.id).sort()).toEqual(
      failedBy(AUDIT_TRAIL.check)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { control, previousStatus, newStatus } of answer.changes) {
      expect([previousStatus, newStatus]).toEqual(['failed', passing.has(control.id) ? 'passed' : 'not_assessed']);
    }
    expect(passing.size).toBeGreaterThan(0);
  });

  it('changes nothing while another resource of the check, or another check of the element, fails', async () => {
    const trail = (resource: string, status: 'PASS' | 'FAIL'): ProwlerFinding => ({
      rule: AUDIT_TRAIL.prowler,
      status,
      resource,
    });
    const { tenant, integrationId } = await imported(service, 'Two', [
      trail('r-1', 'FAIL'),
      trail('r-2', 'FAIL'),
      trail('r-3', 'PASS'),
    ]);
    const one = { fix: [{ checkId: AUDIT_TRAIL.check, resourceIds: ['r-1'], integrationId }] };
    expect((await ask(tenant.member, one)).changes).toEqual([]);
    const both = { fix: [{ checkId: AUDIT_TRAIL.check, resourceIds: ['r-1', 'r-2'] }] };
    await compare(tenant, both, () =>
      runImport(tenant.admin, integrationId, prowlerReport(['r-1', 'r-2', 'r-3'].map((each) => trail(each, 'PASS')))),
    );
    const { tenant: mfa } = await imported(
      service,
      'Mfa',
      ADMIN_MFA.map(({ prowler: rule }) => ({ rule, status: 'FAIL' })),
    );
    const first = await ask(mfa.member, { fix: [{ checkId: ADMIN_MFA[0].check }] });
    const others = new Set(failedBy(ADMIN_MFA[1].check).map(({ id }) => id));
    expect(first.changes.filter(({ control }) => others.has(control.id))).toEqual([]);
  });

  it('is what a repair does where another provider of the same integration supports the element, and does not decide it', async () => {
    // The checks of Microsoft 365 support UCF-LOG-01/4, which the trail of AWS decides.
    const beside: ProwlerFinding = { rule: 'defender_safelinks_policy_enabled', status: 'PASS' };
    const { tenant, integrationId } = await imported(service, 'Beside', [auditTrail('FAIL'), beside]);
    const { changes } = await compare(tenant, { fix: [{ checkId: AUDIT_TRAIL.check }] }, () =>
      runImport(tenant.admin, integrationId, prowlerReport([auditTrail('PASS'), beside])),
    );
    expect(changes).toHaveLength(failedBy(AUDIT_TRAIL.check).length);
  });

  it('is what happens when everything that fails is repaired and scanned again, and then assessed', async () => {
    const findings = (status: 'PASS' | 'FAIL') =>
      [AUDIT_TRAIL, ...ADMIN_MFA].map(({ prowler: rule }): ProwlerFinding => ({ rule, status }));
    const { tenant, integrationId } = await imported(service, 'All', findings('FAIL'));
    await assess(tenant.auditor, universal('UCF-IAM-03'), 'non_compliant');
    const fix = [AUDIT_TRAIL, ...ADMIN_MFA].map(({ check }) => ({ checkId: check }));
    await compare(tenant, { fix }, () => runImport(tenant.admin, integrationId, prowlerReport(findings('PASS'))));
    await compare(tenant, { assess: [{ universalControl: 'UCF-IAM-03', status: 'compliant' }] }, () =>
      assess(tenant.auditor, universal('UCF-IAM-03'), 'compliant', { details: 'Seen.' }),
    );
  });

  it.each([
    ['compliant', 'UCF-GOV-03', true],
    ['compliant', 'UCF-LOG-01', false],
    ['non_compliant', 'UCF-IAM-03', true],
    ['partially_compliant', 'UCF-HRS-01', true],
  ])('is what an assessment as %s of %s does (with a note: %s)', async (status, code, isSupported) => {
    const { tenant } = await imported(service, `Judged-${status}-${code}`.replaceAll('_', '-'), [
      auditTrail('FAIL'),
      ...ADMIN_MFA.map(({ prowler: rule }) => ({ rule, status: 'PASS' as const })),
    ]);
    await compare(tenant, { assess: [{ universalControl: code, status, isSupported }] }, () =>
      assess(tenant.auditor, universal(code), status, isSupported ? { details: 'Seen.' } : {}),
    );
  });

  it('is what the activation of a framework does, with the overall score over all that are active then', async () => {
    const { tenant } = await imported(service, 'Small', [auditTrail('FAIL')], ['soc2']);
    await assess(tenant.auditor, universal('UCF-GOV-03'), 'compliant', { details: 'Seen.' });
    const answer = await compare(tenant, { activate: ['PCI DSS', 'iso27001'] }, () =>
      tenant.admin.data(
        'mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { name } } }',
        {
          input: { frameworks: ['SOC 2', 'PCI DSS', 'ISO 27001'] },
        },
      ),
    );
    expect(answer.changes.length).toBeGreaterThan(0);
    const [overall, ...each] = answer.scores;
    expect(overall).toMatchObject({
      scope: 'overall',
      previousScore: each.find(({ framework }) => framework === 'SOC 2')?.previousScore,
    });
    expect(each.map(({ framework }) => framework)).toEqual(['SOC 2', 'ISO 27001', 'PCI DSS']);
  });

  // Before any webhook exists, whose deliveries are written when they are tried.
  it('writes nothing: every row of every table is as it was', async () => {
    const { admin, tenantId } = service.a;
    await connect(admin, 'demo');
    await runScan(admin);
    const failing = await admin.data<{ remediationQueue: { id: string; source: string }[] }>(
      '{ remediationQueue(first: 5) { id source } }',
    );
    // The first request of a session writes that it is in use.
    const input = {
      fix: failing.remediationQueue
        .filter(({ source }) => source === 'check')
        .slice(0, 1)
        .map(({ id }) => ({ checkId: id })),
      assess: [{ universalControl: 'UCF-GOV-03', status: 'compliant' }],
    };
    await admin.graphql(WHAT_IF, { input });
    const before = await hashes(service);
    const answer = await ask(admin, { assess: [{ universalControl: 'UCF-GOV-03', status: 'compliant' }] });
    await admin.graphql(WHAT_IF, { input });
    expect(answer.changes.length).toBeGreaterThan(0);
    expect(await hashes(service)).toEqual(before);
    expect(before.get('status_ledger')).not.toBe(before.get('outbox'));
    expect(tenantId).not.toBe('');
  });

  it('counts the events that are sent, and names the webhooks to admins alone', async () => {
    const { tenant } = await imported(service, 'Events', [auditTrail('PASS')]);
    const { admin, member, auditor } = tenant;
    const { id } = await createWebhook(admin, 'https://hooks.example.com/a', ['compliance.control_failed']);
    await createWebhook(admin, 'https://hooks.example.com/b', ['scan.completed']);
    const passed = catalogueOf().controls.find(({ id: controlId }) => controlId === passedBy(AUDIT_TRAIL.check)[0]?.id);
    const code = passed?.mappings[0]?.universalControl.code ?? '';
    const input = { assess: [{ universalControl: code, status: 'non_compliant' }] };
    const { events } = await ask(admin, input);
    expect(events.map(({ event }) => event)).toEqual(['compliance.control_failed', 'compliance.score_changed']);
    expect(events[0]).toMatchObject({ subscriptions: 1, webhookIds: [id] });
    expect((await ask(member, input)).events[0]).toMatchObject({ subscriptions: 1, webhookIds: null });
    const sent = () =>
      service.database.query<{ event: string; count: number }>(
        `select event, count(*)::int as count from outbox where tenant_id = $1 and event like 'compliance.%' group by event order by event`,
        [tenant.tenantId],
      );
    const before = new Map((await sent()).map(({ event, count }) => [event, count]));
    await assess(auditor, universal(code), 'non_compliant');
    const after = (await sent()).map(({ event, count }) => ({ event, count: count - (before.get(event) ?? 0) }));
    expect(after.filter(({ count }) => count > 0)).toEqual(events.map(({ event, count }) => ({ event, count })));
  });

  it('sends the same number of statements however much is repaired and judged', async () => {
    const { tenant } = await imported(
      service,
      'Many',
      [AUDIT_TRAIL, ...ADMIN_MFA].map(({ prowler: rule }) => ({ rule, status: 'FAIL' })),
    );
    const count = async (input: object) => {
      const from = service.statements.length;
      await ask(tenant.member, input);
      return service.statements.slice(from).length;
    };
    const one = await count({ fix: [{ checkId: AUDIT_TRAIL.check, resourceIds: ['r-1'] }] });
    const all = [AUDIT_TRAIL, ...ADMIN_MFA].map(({ check }) => ({ checkId: check, resourceIds: ['r-1'] }));
    expect(await count({ fix: all, assess: [{ universalControl: 'UCF-GOV-03', status: 'compliant' }] })).toBe(one);
    expect(one).toBeLessThanOrEqual(5);
  });

  it('refuses what it cannot take as done, naming the field', async () => {
    const { tenant, integrationId } = await imported(service, 'Wrong', [auditTrail('FAIL')]);
    const post = (body: object) => tenant.member.post('/api/compliance/what-if', body);
    const fix = { check_id: AUDIT_TRAIL.check };
    for (const [body, field] of [
      [{}, '/fix'],
      [{ fix: [{ check_id: 'aws.nothing' }] }, '/fix/0/check_id'],
      [{ fix: [{ ...fix, resource_ids: ['r-1', 'r-9'] }] }, '/fix/0/resource_ids/1'],
      [{ fix: [{ ...fix, integration_id: 'x' }] }, '/fix/0/integration_id'],
      [{ assess: [{ universal_control: 'UCF-XXX-99', status: 'compliant' }] }, '/assess/0/universal_control'],
      [
        { assess: [1, 2].map(() => ({ universal_control: 'UCF-GOV-03', status: 'compliant' })) },
        '/assess/1/universal_control',
      ],
      [{ activate: ['COBIT'] }, '/activate/0'],
    ] as const) {
      const { status, body: answer } = await post(body);
      expect([field, status]).toEqual([field, 400]);
      expect(JSON.stringify(answer)).toContain(`"${field}"`);
    }
    expect(
      (await service.b.member.post('/api/compliance/what-if', { fix: [{ ...fix, integration_id: integrationId }] }))
        .status,
    ).toBe(404);
    const starter = await service.addTenant('Starter', 'STARTER');
    expect((await starter.member.post('/api/compliance/what-if', { activate: ['PCI DSS'] })).status).toBe(403);
  });
});

/** A hash of all rows of each table. */
async function hashes({ database }: TestService): Promise<Map<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' order by 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await database.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '${name}')) as hash from ${name} t`,
    );
    found.set(name, row?.hash ?? '');
  }
  return found;
}
