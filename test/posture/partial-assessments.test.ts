import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Control, UniversalControl } from '../../src/modules/catalogue/catalogue.js';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

/** A control with two part mappings and no full one, and a control that the first of their universal controls covers in full. */
const { control, parts, covered } = inTwoParts();

describe('compliant assessments over part mappings, where they only contribute', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService();
    tenant = service.a;
  });
  afterAll(() => service.stop());

  const choose = (settings: unknown) => tenant.admin.put('/api/org/profile', { settings });
  const known = async ({ id }: Control) => {
    const { control: found } = await tenant.member.data<{
      control: {
        status: string;
        derivation: { status: string; partialAssessments: string; missing: { universalControl: { code: string } }[] };
        history: { reason: string }[];
      };
    }>(
      `query ($id: ID!) { control(id: $id) {
        status derivation { status partialAssessments missing { universalControl { code } } } history { reason } } }`,
      { id },
    );
    return found;
  };
  const statusOf = async (of: Control) => (await known(of)).status;

  it('pass a control by themselves as long as the organization has not chosen so', async () => {
    await assess(tenant.auditor, parts[0].id, 'compliant', { details: 'Seen.' });
    expect([await statusOf(control), await statusOf(covered)]).toEqual(['passed', 'passed']);
  });

  it('pass it no longer from the choice on, with the reason, and still pass what they cover in full', async () => {
    expect((await choose({ partial_assessments: 'contribute' })).status).toBe(200);
    const { status, derivation, history } = await known(control);
    expect(status).toBe('not_assessed');
    expect(derivation).toMatchObject({ status, partialAssessments: 'contribute' });
    expect(derivation.missing).toEqual([{ universalControl: { code: parts[1].code } }]);
    expect(history[0]?.reason).toBe('assessments of parts only contribute to controls');
    expect(await statusOf(covered)).toBe('passed');
  });

  it('are previewed as they would count', async () => {
    const { previewAssessment } = await tenant.auditor.data<{
      previewAssessment: { propagatedControls: { control: { id: string }; newStatus: string }[] };
    }>(
      `query ($input: PreviewAssessmentInput!) { previewAssessment(input: $input) {
        propagatedControls { control { id } newStatus } } }`,
      { input: { universalControlId: parts[1].id, status: 'compliant', isSupported: true } },
    );
    const { propagatedControls } = previewAssessment;
    expect(propagatedControls.find((each) => each.control.id === control.id)?.newStatus).toBe('passed');
  });

  it('pass it together when all of its parts are assessed as compliant', async () => {
    await assess(tenant.auditor, parts[1].id, 'compliant', { details: 'Seen.' });
    expect(await statusOf(control)).toBe('passed');
  });

  it('fail it alone when one of them is not compliant', async () => {
    await assess(tenant.auditor, parts[1].id, 'partially_compliant', { details: 'Half of it.' });
    expect(await statusOf(control)).toBe('failed');
    await assess(tenant.auditor, parts[1].id, 'not_assessed');
    expect(await statusOf(control)).toBe('not_assessed');
  });

  it('pass it again when the organization chooses that', async () => {
    await choose({ partial_assessments: 'pass' });
    const { status, derivation } = await known(control);
    expect([status, derivation.status]).toEqual(['passed', 'passed']);
  });

  it('take no other choice, and no choice from an auditor', async () => {
    const refused = await choose({ partial_assessments: 'some' });
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({
        error: expect.objectContaining({
          details: [expect.objectContaining({ field: '/settings/partial_assessments' })],
        }),
      }),
    ]);
    const settings = { partial_assessments: 'contribute' };
    expect((await tenant.auditor.put('/api/org/profile', { settings })).status).toBe(403);
  });
});

function inTwoParts(): { control: Control; parts: [UniversalControl, UniversalControl]; covered: Control } {
  const { controls } = catalogueOf();
  for (const candidate of controls) {
    if (candidate.mappings.length !== 2 || candidate.mappings.some(({ relationship }) => isFull(relationship)))
      continue;
    const [first, second] = candidate.mappings.map(({ universalControl }) => universalControl);
    const inFull = controls.find(({ mappings }) =>
      mappings.some((mapping) => mapping.universalControl === first && isFull(mapping.relationship)),
    );
    if (first && second && inFull) return { control: candidate, parts: [first, second], covered: inFull };
  }
  throw new Error('the catalogue has no control in two parts');
}
