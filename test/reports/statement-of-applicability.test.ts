import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { exclude, include, select, settle } from '../scope/scoping.js';
import { anyOf } from '../support/any-of.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { jsonReport } from './reports.js';

interface Applicable {
  control_id: string;
  applicable: boolean;
  justification: string;
  reason_given: boolean;
  implementation: string | null;
  assurance: string | null;
  finding: string;
  decision: Record<string, unknown> | null;
}

interface Statement {
  totals: { total_controls: number; not_applicable_controls: number };
  statement_of_applicability: {
    applicable_controls: number;
    excluded_controls: number;
    implemented_controls: number;
    applicable_without_reason: number;
    controls: Applicable[];
    sprs: Record<string, unknown> | null;
  };
}

let service: TestService;
let scanBefore: string;

const statementOf = (framework: string, more: Record<string, unknown> = {}) =>
  jsonReport<Statement>(service.a.member, { framework, report_type: 'statement_of_applicability', ...more });
const entryOf = async (framework: string, code: string, more = {}) =>
  (await statementOf(framework, more)).statement_of_applicability.controls.find(({ control_id: id }) => id === code);

beforeAll(async () => {
  service = await startService();
  const { admin, auditor } = service.a;
  await connect(admin, 'demo');
  scanBefore = (await runScan(admin)).id;
  const { decisions } = await exclude(auditor, [controlId('iso27001', 'A.7.12')], { reason: 'Offices are rented.' });
  await settle(admin, 'approve', decisions);
  await settle(admin, 'approve', [await select(auditor, 'CMMC', ['2'])]);
  const offices = await include(auditor, [controlId('iso27001', 'A.7.7')], { reason: 'Offices hold paper files.' });
  await settle(admin, 'approve', offices.decisions);
  const tokens = await include(auditor, [controlId('cmmc', 'SC.L2-3.13.11')], {
    isPartlyImplemented: true,
    reason: 'Disks are encrypted by a module that is not validated.',
  });
  await settle(admin, 'approve', tokens.decisions);
  const alternative = await exclude(auditor, [controlId('hipaa', '164.312(a)(2)(iii)')], {
    outcome: 'alternative',
    reason: 'Terminals lock when the badge is taken.',
  });
  await settle(admin, 'approve', alternative.decisions);
  await assess(auditor, universalControlId('UCF-BCM-06'), 'compliant', { details: 'Restored in May.' });
});
afterAll(() => service.stop());

describe('the statement of applicability', () => {
  it('has the 93 controls of Annex A of ISO 27001, and no clause', async () => {
    const { totals, statement_of_applicability: statement } = await statementOf('ISO 27001');
    expect(statement.controls).toHaveLength(93);
    expect(statement.controls.every(({ control_id: code }) => code.startsWith('A.'))).toBe(true);
    expect(statement).toMatchObject({ applicable_controls: 92, excluded_controls: 1, sprs: null });
    expect(statement.applicable_without_reason).toBe(91);
    expect(totals).toMatchObject({ total_controls: 122, not_applicable_controls: 1 });
  });

  it('justifies an exclusion by its decision, with the people and the date of its review', async () => {
    expect(await entryOf('ISO 27001', 'A.7.12')).toMatchObject({
      applicable: false,
      justification: 'Offices are rented.',
      reason_given: true,
      implementation: null,
      assurance: null,
      finding: 'Out of scope: Offices are rented.',
      decision: {
        kind: 'exclusion',
        proposed_by: 'Alpha auditor',
        approved_by: 'Alpha admin',
        self_approved: false,
        review_at: anyOf(String),
      },
    });
  });

  it('says of what applies how far it is implemented, and how much of that is shown', async () => {
    expect(await entryOf('ISO 27001', 'A.8.13')).toMatchObject({
      applicable: true,
      justification: 'It applies: no decision leaves it out. No reason for its inclusion was given.',
      reason_given: false,
      implementation: expect.stringMatching(/^(implemented|not_implemented)$/),
      decision: null,
    });
  });

  it('justifies an inclusion by its decision, where there is one', async () => {
    expect(await entryOf('ISO 27001', 'A.7.7')).toMatchObject({
      applicable: true,
      justification: 'Offices hold paper files.',
      reason_given: true,
      decision: { kind: 'inclusion', proposed_by: 'Alpha auditor', approved_by: 'Alpha admin' },
    });
  });

  it('has what was decided on an addressable specification that stays in scope', async () => {
    expect(await entryOf('HIPAA', '164.312(a)(2)(iii)')).toMatchObject({
      applicable: true,
      justification: 'Terminals lock when the badge is taken.',
      decision: { kind: 'addressable', outcome: 'alternative' },
    });
  });

  it('has the SPRS score of CMMC where level 2 is the target', async () => {
    const { statement_of_applicability: statement } = await statementOf('CMMC');
    expect(statement).toMatchObject({
      excluded_controls: 24,
      sprs: {
        score: null,
        assured_score: null,
        max: 110,
        lost_to_partial: 0,
        partly_implemented: ['SC.L2-3.13.11'],
        lost_to_partly_implemented: 3,
        has_security_plan: false,
      },
    });
  });

  it('of a former scan knows only the decisions of that time', async () => {
    const then = { scan_job_id: scanBefore };
    expect(await entryOf('ISO 27001', 'A.7.12', then)).toMatchObject({ applicable: true, decision: null });
    expect((await statementOf('CMMC', then)).statement_of_applicability).toMatchObject({
      excluded_controls: 0,
      sprs: null,
    });
  });
});
