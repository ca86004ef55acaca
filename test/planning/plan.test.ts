import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_MFA, AUDIT_TRAIL, passedBy } from '../catalogue/decided.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { adminMfa, auditTrail, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { exclude, settle } from '../scope/scoping.js';
import type { Client } from '../support/client.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { imported } from './imported.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

interface Gain {
  passes: number;
  passesInFull: number;
  passesInPart: number;
  scoreControls: number;
  assuredScoreControls: number;
  scorePoints: number;
  assuredScorePoints: number;
  overallPoints: number;
  score: number;
  assuredScore: number;
}
interface Plan {
  steps: {
    order: number;
    kind: string;
    checkId: string | null;
    universalControl: { code: string } | null;
    failingResources: number | null;
    remediation: { effort: string };
    alone: Gain;
    cumulative: Gain;
  }[];
  failingFirst: number;
  isReached: boolean;
  totalControls: number;
  score: number;
  scoreAfter: number;
  assuredScore: number;
  assuredScoreAfter: number;
  bound: number | null;
  leftOutCount: number;
  leftOut: {
    control: { controlId: string };
    reason: string;
    holds: { integrationId: string; reasons: string[] }[];
  }[];
}

const GAIN =
  '{ passes passesInFull passesInPart scoreControls assuredScoreControls scorePoints assuredScorePoints overallPoints score assuredScore }';
const PLAN = `query ($input: PlanInput!) { plan(input: $input) {
  steps { order kind checkId universalControl { code } failingResources remediation { effort } alone ${GAIN} cumulative ${GAIN} }
  failingFirst isReached totalControls score scoreAfter assuredScore assuredScoreAfter bound leftOutCount leftOut { control { controlId } reason holds { integrationId reasons } } } }`;
const ask = async (client: Client, input: object) => (await client.data<{ plan: Plan }>(PLAN, { input })).plan;
const WHAT_IF = `query ($input: WhatIfInput!) { whatIf(input: $input) {
  changes { control { id } previousStatus newStatus newAssurance { level } } scores { framework newScore newAssuredScore } } }`;

/** The steps of a plan, as `whatIf` takes them. */
const assumed = (steps: Plan['steps']) => ({
  activate: ['SOC 2'],
  fix: steps.flatMap(({ checkId }) => (checkId === null ? [] : [{ checkId }])),
  assess: steps.flatMap(({ universalControl }) =>
    universalControl ? [{ universalControl: universalControl.code, status: 'compliant' }] : [],
  ),
});

describe('plan', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
  });
  afterAll(() => service.stop());

  it('takes one step where one repair is enough, and says what it gains, worked out by hand', async () => {
    const {
      tenant: { member },
    } = await imported(service, 'One', [auditTrail('FAIL')]);
    const found = await ask(member, { target: { framework: 'PCI DSS', controls: ['10.2.1.6'] } });
    const passing = passedBy(AUDIT_TRAIL.check);
    const ofFramework = passing.filter(({ framework }) => framework.slug === 'pci-dss').length;
    const total = catalogueOf().frameworkBySlug.get('pci-dss')?.controls.length ?? 0;
    const points = Math.round((1000 * ofFramework) / total) / 10;
    expect(found).toMatchObject({
      isReached: true,
      score: 0,
      scoreAfter: points,
      assuredScore: 0,
      assuredScoreAfter: points,
      bound: 1,
      leftOutCount: 0,
      leftOut: [],
    });
    expect(found.steps).toHaveLength(1);
    const [step] = found.steps;
    expect(step).toMatchObject({ order: 1, kind: 'fix', checkId: AUDIT_TRAIL.check, failingResources: 1 });
    expect(step?.alone).toMatchObject({
      passes: passing.length,
      passesInFull: passing.length,
      passesInPart: 0,
      scoreControls: ofFramework,
      scorePoints: points,
    });
    expect(step?.cumulative).toEqual(step?.alone);
  });

  it('rounds the gain of a step from the controls that it passes, not from two rounded scores', async () => {
    const {
      tenant: { member },
    } = await imported(service, 'Rounded', [auditTrail('FAIL')]);
    const found = await ask(member, { target: { framework: 'SOC 2', score: 60 }, budget: 20 });
    const { totalControls: total, steps } = found;
    expect(total).toBe(catalogueOf().frameworkBySlug.get('soc2')?.controls.length);
    const rounded = (controls: number) => Math.round((1000 * controls) / total) / 10;
    for (const { alone, cumulative } of steps) {
      expect(alone.scorePoints).toBe(rounded(alone.scoreControls));
      expect(cumulative.scorePoints).toBe(rounded(cumulative.scoreControls));
      expect(cumulative.assuredScorePoints).toBe(rounded(cumulative.assuredScoreControls));
    }
    const last = steps.at(-1)?.cumulative;
    expect([last?.score, last?.assuredScore]).toEqual([found.scoreAfter, found.assuredScoreAfter]);
    // Steps that each pass other controls add up in controls.
    expect(last?.scoreControls).toBe(Math.round((found.scoreAfter * total) / 100));
  });

  it('takes together what a control needs together, claims no gain for the parts and no bound for the whole', async () => {
    const {
      tenant: { member },
    } = await imported(service, 'Two', adminMfa('FAIL'));
    const target = { framework: 'PCI DSS', controls: ['8.4.1'] };
    const found = await ask(member, { target });
    expect(found.steps.map(({ checkId }) => checkId).toSorted()).toEqual(
      ADMIN_MFA.map(({ check }) => check).toSorted(),
    );
    expect(found).toMatchObject({ isReached: true, bound: null, leftOut: [] });
    const [alone, ...others] = ADMIN_MFA.map(
      ({ check }) => found.steps.find(({ checkId }) => checkId === check)?.alone.passes,
    );
    expect([alone, others.length]).toEqual([0, 1]);
    const small = await ask(member, { target, budget: 1 });
    expect(small).toMatchObject({
      isReached: false,
      steps: [],
      leftOut: [{ control: { controlId: '8.4.1' }, reason: 'budget' }],
    });
  });

  it('reaches a score by steps of which none is needless, and whatIf says the same of all of them together', async () => {
    const { admin, member } = service.a;
    await connect(admin, 'demo');
    await runScan(admin);
    const found = await ask(member, { target: { framework: 'SOC 2', score: 40 }, budget: 100 });
    expect(found.isReached).toBe(true);
    expect(found.scoreAfter).toBeGreaterThanOrEqual(40);
    expect(found.steps.map(({ order }) => order)).toEqual(found.steps.map((_, index) => index + 1));
    const { whatIf } = await member.data<{ whatIf: WhatIf }>(WHAT_IF, { input: assumed(found.steps) });
    expect(whatIf.scores.find(({ framework }) => framework === 'SOC 2')?.newScore).toBe(found.scoreAfter);
    expect(whatIf.scores.find(({ framework }) => framework === 'SOC 2')?.newAssuredScore).toBe(found.assuredScoreAfter);
    const passing = whatIf.changes.filter(
      ({ newStatus, previousStatus }) => newStatus === 'passed' && previousStatus !== 'passed',
    );
    const last = found.steps.at(-1)?.cumulative;
    expect(last).toMatchObject({
      passes: passing.length,
      passesInFull: passing.filter(({ newAssurance }) => newAssurance?.level === 'full').length,
    });
    for (const step of found.steps) {
      const { whatIf: without } = await member.data<{ whatIf: WhatIf }>(WHAT_IF, {
        input: assumed(found.steps.filter((each) => each !== step)),
      });
      expect(without.scores.find(({ framework }) => framework === 'SOC 2')?.newScore).toBeLessThan(40);
    }
  });

  it('counts for a target in full only what passes in full, as whatIf decides it, by steps of which none is needless', async () => {
    const { member } = service.a;
    const target = { framework: 'SOC 2', score: 10 };
    const inPart = await ask(member, { target, budget: 100 });
    const found = await ask(member, { target: { ...target, isInFull: true }, budget: 100 });
    expect(found.isReached).toBe(true);
    expect(found.assuredScoreAfter).toBeGreaterThanOrEqual(10);
    expect(inPart.assuredScoreAfter).toBeLessThan(10);
    const assuredAfter = async (steps: Plan['steps']) => {
      const { whatIf } = await member.data<{ whatIf: WhatIf }>(WHAT_IF, { input: assumed(steps) });
      return whatIf.scores.find(({ framework }) => framework === 'SOC 2')?.newAssuredScore;
    };
    expect(await assuredAfter(found.steps)).toBe(found.assuredScoreAfter);
    const gained = Math.round((found.assuredScoreAfter - found.assuredScore) * 10) / 10;
    expect(found.steps.at(-1)?.cumulative.assuredScorePoints).toBe(gained);
    for (const step of found.steps) {
      expect(await assuredAfter(found.steps.filter((each) => each !== step))).toBeLessThan(10);
    }
  });

  it('begins with what makes failing controls pass where it is asked to, by steps of which none is needless', async () => {
    const { member } = service.a;
    const target = { framework: 'SOC 2', score: 40 };
    const found = await ask(member, { target, budget: 100, failingFirst: true });
    const { framework } = await member.data<{ framework: { controls: { id: string; controlId: string }[] } }>(
      '{ framework(name: "SOC 2") { controls(status: failed) { id controlId } } }',
    );
    const left = found.leftOut.map(({ control }) => control.controlId);
    const repairable = framework.controls.filter(({ controlId }) => !left.includes(controlId)).map(({ id }) => id);
    expect(repairable).not.toEqual([]);
    const first = found.steps.slice(0, found.failingFirst);
    const passedAfter = async (steps: Plan['steps']) => {
      const { whatIf } = await member.data<{ whatIf: WhatIf }>(WHAT_IF, { input: assumed(steps) });
      const passed = whatIf.changes.filter(({ newStatus }) => newStatus === 'passed').map(({ control }) => control.id);
      return repairable.filter((id) => passed.includes(id));
    };
    expect(await passedAfter(first)).toEqual(repairable);
    for (const step of first) {
      expect((await passedAfter(first.filter((each) => each !== step))).length).toBeLessThan(repairable.length);
    }
    expect(found).toMatchObject({ isReached: true, bound: null });
    expect(found.steps.length).toBeGreaterThan(first.length);
    expect(new Set(found.steps.map(({ order }) => order)).size).toBe(found.steps.length);
    // Without being asked it begins with what brings most.
    expect(await ask(member, { target, budget: 100 })).toMatchObject({ failingFirst: 0 });
    const small = await ask(member, { target, budget: first.length - 1, failingFirst: true });
    expect(small.steps.length).toBeLessThan(first.length);
    expect(small.isReached).toBe(false);
  });

  it('says why a control stays as it is: out of scope, or looked at by nothing any more', async () => {
    const {
      tenant: { admin, auditor, member },
      integrationId,
    } = await imported(service, 'Left', [auditTrail('FAIL')]);
    const controls = catalogueOf().frameworkBySlug.get('pci-dss')?.controls ?? [];
    const excluded = controls.find(({ controlId }) => controlId === '8.4.1')?.id ?? '';
    await settle(admin, 'approve', (await exclude(auditor, [excluded])).decisions);
    const manual: ProwlerFinding = { rule: AUDIT_TRAIL.prowler, status: 'MANUAL' };
    await runImport(admin, integrationId, prowlerReport([manual]));
    const found = await ask(member, { target: { framework: 'PCI DSS', controls: ['8.4.1', '10.2.1.6'] } });
    expect(found).toMatchObject({ steps: [], isReached: false, bound: null });
    expect(found.leftOut).toEqual([
      { control: { controlId: '8.4.1' }, reason: 'out_of_scope', holds: [] },
      {
        control: { controlId: '10.2.1.6' },
        reason: 'held',
        holds: [{ integrationId, reasons: [`The report gives no verdict on ${AUDIT_TRAIL.prowler}.`] }],
      },
    ]);
    // The reason of the checks on hold that fail it, as the integration says it, and of no other one.
    const reach = {
      looked: 0,
      withheld: [
        {
          reason: 'Trails of the other account are stored elsewhere.',
          checkIds: ['aws.of.nothing', AUDIT_TRAIL.check],
        },
        { reason: 'The role may not list users.', checkIds: [ADMIN_MFA[0].check] },
      ],
    };
    await service.database.query('update integrations set check_reach = $1 where id = $2', [reach, integrationId]);
    const again = await ask(member, { target: { framework: 'PCI DSS', controls: ['10.2.1.6'] } });
    expect(again.leftOut.map(({ holds }) => holds)).toEqual([
      [{ integrationId, reasons: ['Trails of the other account are stored elsewhere.'] }],
    ]);
  });

  it('sends the same number of statements for any budget', async () => {
    const count = async (input: object) => {
      const from = service.statements.length;
      await ask(service.a.member, input);
      return service.statements.slice(from).length;
    };
    const one = await count({ target: { framework: 'SOC 2', score: 1 }, budget: 1 });
    expect(await count({ target: { framework: 'SOC 2', score: 60 }, budget: 100 })).toBe(one);
    // The quota, votes, assessments; the caller with the posture.
    expect(one).toBeLessThanOrEqual(4);
  });

  it('refuses what is no target, naming the field', async () => {
    const post = (body: object) => service.a.member.post('/api/compliance/plan', body);
    for (const [body, field] of [
      [{ target: { framework: 'SOC 2' } }, '/target'],
      [{ target: { framework: 'SOC 2', score: 10, controls: ['CC6.1'] } }, '/target'],
      [{ target: { framework: 'SOC 2', controls: ['CC6.1', 'CC99'] } }, '/target/controls/1'],
      [{ target: { framework: 'SOC 2', score: 101 } }, '/target/score'],
      [{ target: { framework: 'SOC 2', score: 10 }, budget: 0 }, '/budget'],
    ] as const) {
      const { status, body: answer } = await post(body);
      expect([field, status]).toEqual([field, 400]);
      expect(JSON.stringify(answer)).toContain(`"${field}"`);
    }
    const { status } = await service.b.member.post('/api/compliance/plan', {
      target: { framework: 'SOC 2', score: 10 },
    });
    expect(status).toBe(200);
    expect((await post({ target: { framework: 'COBIT', score: 10 } })).status).toBe(404);
  });
});

interface WhatIf {
  changes: {
    control: { id: string };
    previousStatus: string;
    newStatus: string;
    newAssurance: { level: string } | null;
  }[];
  scores: { framework: string | null; newScore: number; newAssuredScore: number }[];
}
