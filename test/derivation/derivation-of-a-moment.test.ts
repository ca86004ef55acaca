import { describe, expect, it } from 'vitest';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { accepted, changed, proposal } from '../exceptions/exceptions.js';
import { FedTenants } from '../integrations/fed-tenants.js';
import { fails, passes, type ProwlerFinding } from '../integrations/reports.js';
import { assess } from '../ucf/assessments.js';

/** Asks for UCF-LOG-03, element 5 alone. */
const AUDITED = controlId('pci-dss', '10.2.1.6');
const RULE = AUDIT_TRAIL.prowler;
/** A rule that supports a universal control, and a control of that. */
const SUPPORTING = { rule: 'kms_cmk_rotation_enabled', control: controlId('pci-dss', '3.7.4') };

const WITHDRAWAL = { reason_code: 'personal_data', reason: 'It names people.' };

interface Check {
  rule_id: string;
  resources_failed: number;
  resources_accepted: number;
  failing: { resource_id: string; exception: { id: string } | null }[];
}
interface Body {
  control_id: string;
  derivation: {
    status: string;
    partial_assessments: string;
    mappings: {
      elements: { state: string; votes: { result: string; is_accepted: boolean; checks: Check[] }[] }[];
      supporting: { rule_id: string; scan_job_id: string }[];
    }[];
  };
}

describe('the derivation of a moment', () => {
  const fed = FedTenants.set({ content: contentOfOneSystem() });

  const feed = (...findings: ProwlerFinding[]) => fed.feed(...findings);
  const derivationOf = (id: string, asOf: string | null = null) =>
    fed.tenant.auditor.rest<Body>(`/api/compliance/controls/${id}/derivation${asOf === null ? '' : `?as_of=${asOf}`}`);
  const derived = async (asOf: string | null = null) => (await derivationOf(AUDITED, asOf)).derivation;
  const now = () => new Date().toISOString();
  const votesOf = ({ mappings }: Body['derivation']) =>
    mappings.flatMap(({ elements }) => elements.flatMap(({ votes }) => votes));
  const checkOf = (body: Body['derivation']) => votesOf(body)[0]?.checks[0];

  it('has the votes of an integration until it was disconnected, and none after', async () => {
    await feed(fails('r-1'));
    const connected = now();
    await fed.tenant.admin.post(`/api/org/integrations/${fed.integration}/disconnect`);
    expect(votesOf(await derived(connected))).toMatchObject([{ result: 'fail' }]);
    expect(votesOf(await derived(now()))).toEqual([]);
    expect(await derived()).toMatchObject({ status: 'not_assessed' });
  });

  it('has the exceptions that were in force, on the resources that they accepted', async () => {
    await feed(fails('r-1'));
    const open = now();
    const { id } = await accepted(fed.tenant, proposal(RULE));
    const inForce = now();
    await changed(fed.tenant.auditor, 'withdrawException', id);
    const failing = (exception: { id: string } | null) => [{ resource_id: 'r-1', exception }];
    expect(checkOf(await derived(open))).toMatchObject({ resources_accepted: 0, failing: failing(null) });
    const then = await derived(inForce);
    expect(checkOf(then)).toMatchObject({
      resources_failed: 1,
      resources_accepted: 1,
      failing: [{ exception: { id } }],
    });
    expect(votesOf(then)).toMatchObject([{ result: 'incomplete', is_accepted: true }]);
    expect(then.status).toBe('not_assessed');
    expect(checkOf(await derived(now()))).toMatchObject({ resources_accepted: 0, failing: failing(null) });
  });

  it('counts no exception that was only proposed or was rejected', async () => {
    await feed(fails('r-1'));
    const { id } = (
      await fed.tenant.member.data<{ acceptFindings: { results: { exception: { id: string } }[] } }>(
        `mutation ($input: AcceptFindingsInput!) { acceptFindings(input: $input) { results { exception { id } } } }`,
        { input: proposal(RULE) },
      )
    ).acceptFindings.results.map(({ exception }) => exception)[0] ?? { id: '' };
    expect(checkOf(await derived(now()))).toMatchObject({ resources_accepted: 0 });
    await changed(fed.tenant.auditor, 'rejectException', id, { note: 'Repair it.' });
    expect(checkOf(await derived(now()))).toMatchObject({ resources_accepted: 0, failing: [{ exception: null }] });
  });

  it('has the evidence of an assessment that was withdrawn then', async () => {
    const { id: evidenceId } = await uploaded(fed.tenant.member, file('A log.', 'log.txt'));
    const universal = universalControlId('UCF-LOG-03');
    await assess(fed.tenant.admin, universal, 'compliant', { evidence_ids: [evidenceId] });
    const whole = now();
    expect((await fed.tenant.admin.post(`/api/evidence/${evidenceId}/withdraw`, WITHDRAWAL)).status).toBe(200);
    const withdrawnOf = async (asOf: string) => {
      const { control } = await fed.tenant.member.data<{
        control: { derivation: { mappings: { assessment: { withdrawnEvidenceIds: string[] } }[] } };
      }>(
        `query ($id: ID!, $asOf: DateTimeISO) { control(id: $id) { derivation(asOf: $asOf) { mappings {
          assessment { withdrawnEvidenceIds } } } } }`,
        { id: AUDITED, asOf },
      );
      return control.derivation.mappings.map(({ assessment }) => assessment.withdrawnEvidenceIds);
    };
    expect(await withdrawnOf(whole)).toEqual([[]]);
    expect(await withdrawnOf(now())).toEqual([[evidenceId]]);
  });

  it('applies the setting for partial assessments that was in force at that moment', async () => {
    const first = now();
    await fed.tenant.admin.put('/api/org/profile', { settings: { partial_assessments: 'contribute' } });
    const second = now();
    await fed.tenant.admin.put('/api/org/profile', { settings: { partial_assessments: 'pass' } });
    const settings = await Promise.all(
      [first, second, now()].map(async (at) => (await derived(at)).partial_assessments),
    );
    expect(settings).toEqual(['pass', 'contribute', 'pass']);
  });

  it('lists the supporting checks of the last scan before it', async () => {
    const before = now();
    const scan = await feed(passes('key-1', SUPPORTING.rule));
    const between = now();
    const later = await feed(fails('key-1', SUPPORTING.rule));
    const supporting = async (asOf: string | null) =>
      (await derivationOf(SUPPORTING.control, asOf)).derivation.mappings.flatMap((mapping) => mapping.supporting);
    expect(await supporting(before)).toEqual([]);
    expect(await supporting(between)).toMatchObject([{ rule_id: SUPPORTING.rule, scan_job_id: scan.id }]);
    expect(await supporting(null)).toMatchObject([{ rule_id: SUPPORTING.rule, scan_job_id: later.id }]);
  });

  it('is refused over REST for a moment to come, with the parameter, and for a control that there is not', async () => {
    expect(
      await fed.tenant.auditor.get(`/api/compliance/controls/${AUDITED}/derivation?as_of=2999-01-01T00:00:00Z`),
    ).toMatchObject({
      status: 400,
      body: {
        error: { code: 'VALIDATION_FAILED', details: [{ field: '/as_of', message: 'must not be in the future' }] },
      },
    });
    const missing = '00000000-0000-4000-8000-000000000000';
    expect((await fed.tenant.auditor.get(`/api/compliance/controls/${missing}/derivation`)).status).toBe(404);
  });
});
