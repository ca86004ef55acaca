import { beforeAll, describe, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { assess } from '../ucf/assessments.js';
import { expect } from './expect.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface Supposed {
  remediationQueue: { id: string; source: string; fault: string; controls: object[] }[];
  whatIf: {
    changes: { newStatus: string; control: { controlId: string } }[];
    scores: Record<'previousScore' | 'newScore' | 'previousAssuredScore' | 'newAssuredScore', number | null>[];
  };
}

interface Planned {
  plan: {
    isReached: boolean;
    leftOutCount: number;
    leftOut: { reason: string; control: { controlId: string } }[];
    failingFirst: number;
    steps: {
      kind: string;
      fault: string;
      controls: { controlId: string; status: string }[];
      alone: { scoreControls: number };
      cumulative: { score: number };
    }[];
  };
}

const QUEUE = '{ remediationQueue(first: 100) { id source fault controls { id } } }';
const WHAT_IF = `query ($input: WhatIfInput!) {
  whatIf(input: $input) {
    changes { newStatus control { controlId } }
    scores { previousScore newScore previousAssuredScore newAssuredScore } } }`;
const PLAN = `query ($input: PlanInput!) { plan(input: $input) {
  isReached failingFirst leftOutCount leftOut { reason control { controlId } } steps { kind fault controls { controlId status } alone { scoreControls } cumulative { score } } } }`;

/** Words of the page by reason. */
const REASONS: Readonly<Record<string, string>> = {
  budget: 'more steps than were allowed',
  held: 'on hold',
  out_of_scope: 'out of scope',
  unreachable: 'passed by no repair and no assessment',
};

describe('what would follow from repairs', () => {
  const stage = Stage.set({
    isShared: true,
    prepare: async (service) => {
      await connect(service.a.admin, 'demo');
      await runScan(service.a.member);
    },
  });
  beforeAll(() => stage.openAs('member', '/remediation'));

  it('is shown for chosen fixes as the service works it out, and changes nothing', async () => {
    const { page, service } = stage;
    const { member } = service.a;
    const { remediationQueue: queue } = await member.data<Supposed>(QUEUE);
    const chosen = queue.filter(({ source, controls }) => source === 'check' && controls.length > 0).slice(0, 3);
    const fix = chosen.map(({ id: checkId }) => ({ checkId }));
    const { whatIf } = await member.data<Supposed>(WHAT_IF, { input: { fix } });
    const whatIfButton = page.getByRole('button', { name: 'What if?' });
    await expect(whatIfButton).toHaveCount(0);
    for (const { fault } of chosen) await page.getByLabel(`Choose for what if: ${fault}`, { exact: true }).check();
    await page.getByText('3 fixes chosen').waitFor();
    await whatIfButton.click();
    const drawer = page.getByRole('dialog', { name: 'If these 3 fixes were done' });
    const moved = whatIf.scores.filter(
      (each) => each.previousScore !== each.newScore || each.previousAssuredScore !== each.newAssuredScore,
    );
    const noScore = drawer.getByText('No score changes: a control counts once it passes.');
    if (moved.length === 0) await noScore.waitFor();
    else await expect(drawer.getByRole('region', { name: 'Scores' }).locator('tbody tr')).toHaveCount(moved.length);
    expect(whatIf.changes.length).toBeGreaterThan(0);
    const statuses = drawer.getByRole('region', { name: /^\d+ status(es)? would change$/ }).locator('tbody tr');
    await expect(statuses).toHaveCount(whatIf.changes.length);
    await expectAccessible(stage.dashboard);
    await stage.dashboard.picture('what-if');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose none' }).click();
    await expect(whatIfButton).toHaveCount(0);
    await expect(page.getByText(/fixes chosen$/)).toHaveCount(0);
    const after = await member.data<Supposed>(QUEUE);
    expect(after.remediationQueue).toEqual(queue);
  });

  it('is planned towards a score, with what each step brings and who does it', async () => {
    const { page, service } = stage;
    const input = { target: { framework: 'cmmc', score: 3 }, budget: 5 };
    const { plan } = await service.a.member.data<Planned>(PLAN, { input });
    expect(plan.steps.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Plan to a target score' }).click();
    await page.getByLabel('Framework').selectOption('CMMC');
    await page.getByRole('textbox', { name: 'Target' }).fill('3');
    await page.getByLabel('Maximum steps').fill('5');
    await page.getByLabel('Begin with').selectOption('What brings most');
    await page.getByRole('button', { name: 'Make the plan' }).click();
    const steps = page.getByRole('region', { name: 'Steps of the plan' }).locator('tbody tr');
    await expect(steps).toHaveCount(plan.steps.length);
    for (const [index, { fault }] of plan.steps.entries()) await expect(steps.nth(index)).toContainText(fault);
    await page.getByText(plan.isReached ? /, the target is 3%\.$/ : /: short of the target of 3%\.$/).waitFor();
    await steps.first().getByRole('button').first().click();
    await page
      .getByText(plan.steps[0]?.kind === 'fix' ? 'Nobody works on it.' : 'Assess')
      .first()
      .waitFor();
    await expectSound(stage.dashboard, 'plan');
    // The target is in the address.
    await page.reload();
    await expect(steps).toHaveCount(plan.steps.length);
    // The same target in full: other steps, by the score that counts them alone.
    const full = { target: { ...input.target, isInFull: true }, budget: 5 };
    const { plan: inFull } = await service.a.member.data<Planned>(PLAN, { input: full });
    await page.getByLabel('What counts').selectOption('In full');
    await page.getByRole('button', { name: 'Make the plan' }).click();
    await page.waitForURL(/inFull=true/);
    await page.getByText('The target of 3% counts these alone.').waitFor();
    await expect(steps).toHaveCount(inFull.steps.length);
  });

  it('names the failing controls first, and makes work items of all steps at once', async () => {
    const { page, service } = stage;
    const input = { target: { framework: 'soc2', score: 20 }, budget: 10, failingFirst: true };
    const { plan } = await service.a.member.data<Planned>(PLAN, { input });
    const [first, rest] = [plan.steps.slice(0, plan.failingFirst), plan.steps.slice(plan.failingFirst)];
    expect(Math.min(first.length, rest.length)).toBeGreaterThan(1);
    const work = () =>
      service.a.member.data<{ workItems: { totalCount: number } }>('{ workItems(first: 1) { totalCount } }');
    const before = (await work()).workItems.totalCount;
    await stage.dashboard.goto('/remediation/plan?framework=soc2&score=20&budget=10');
    await page.getByRole('heading', { name: `First, what fails now: ${first.length} steps` }).waitFor();
    const rows = page.getByRole('region', { name: 'Steps that make pass what fails now' }).locator('tbody tr');
    await expect(rows).toHaveCount(first.length);
    for (const [index, { fault, controls, alone, cumulative }] of first.entries()) {
      await expect(rows.nth(index)).toContainText(fault);
      if (alone.scoreControls > 0) await expect(rows.nth(index)).toContainText(`+${alone.scoreControls} control`);
      await expect(rows.nth(index)).toContainText(cumulative.score === 0 ? '0%' : `${cumulative.score.toFixed(1)}%`);
      const failing = controls.filter(({ status }) => status === 'failed').map(({ controlId }) => controlId);
      await expect(rows.nth(index)).toContainText(`${failing.join(', ')} fail`);
    }
    await page.getByRole('heading', { name: `Then, what brings most: ${rest.length} steps` }).waitFor();
    await expectAccessible(stage.dashboard);
    await page.getByRole('button', { name: `Assign all ${first.length}…` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('One after the other').check();
    await dialog.getByText('Another owner for some of them').click();
    // A member gives work to themselves alone: the owner of each step is shown, with its day.
    await expect(dialog.getByLabel(first[0]?.fault ?? '')).toHaveText('Alpha member');
    await expectAccessible(stage.dashboard);
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByText(`${first.length} work items were created`).waitFor();
    expect((await work()).workItems.totalCount).toBe(before + first.length);
    // Who has them stands in their rows, and nothing is left to be assigned.
    const steps = page.getByRole('region', { name: 'Steps that make pass what fails now' });
    await expect(steps.getByRole('link', { name: 'Alpha member' })).toHaveCount(first.length);
    // By days of their own, the last one in 30 days.
    const { made } = await service.a.member.data<{ made: { nodes: { dueOn: string }[] } }>(
      `{ made: workItems(first: ${first.length}) { nodes { dueOn } } }`,
    );
    expect(new Set(made.nodes.map(({ dueOn }) => dueOn)).size).toBe(first.length);
    await expect(steps.getByRole('button', { name: /^Assign/ })).toHaveCount(0);
  });

  it('names what fails now and no step passes beside the steps for what fails', async () => {
    const { page, service } = stage;
    const { controlByCode: control } = await service.a.member.data<{ controlByCode: object }>(
      '{ controlByCode(framework: "soc2", code: "CC6.6") { __typename id controlId title status framework { __typename id name slug } } }',
    );
    const hold = { __typename: 'PlanHold', integrationId: 'none', integrationName: 'Cloud', reasons: ['No access.'] };
    const left = {
      __typename: 'PlanLeftOut',
      reason: 'held',
      holds: [hold],
      control: { ...control, status: 'failed' },
    };
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      if (operationName !== 'Plan') return route.continue();
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { plan: object } };
      const plan = { ...data.plan, isReached: true, leftOut: [left], leftOutCount: 1 };
      return route.fulfill({ response, json: { data: { ...data, plan } } });
    });
    await stage.dashboard.goto('/remediation/plan?framework=soc2&score=20&budget=10');
    const failing = page.getByRole('list', { name: '1 control fails now too, and no step passes it' });
    await expect(failing.getByRole('listitem')).toContainText('CC6.6');
    await expect(failing.getByRole('listitem')).toContainText('No access.');
    await page.unrouteAll();
  });

  it('says why a control that no step reaches is left out', async () => {
    const { page, service } = stage;
    const input = { target: { framework: 'soc2', score: 100 }, budget: 1 };
    const { plan } = await service.a.member.data<Planned>(PLAN, { input });
    await stage.dashboard.goto('/remediation/plan?framework=soc2&score=100&budget=1');
    await page.getByText(/: short of the target of 100%\.$/).waitFor();
    await page.getByText('The plan ends with the one step that is allowed.').waitFor();
    await page.getByRole('img', { name: /^In full or in part: [\d.]+% → [\d.]+%$/ }).waitFor();
    const inTheWay = page.getByRole('list', { name: 'Controls in the way' });
    await expect(inTheWay.getByRole('listitem').first()).toContainText(plan.leftOut[0]?.control.controlId ?? 'none');
    const leftOut = plan.leftOutCount === 1 ? '1 control is left out' : `${plan.leftOutCount} controls are left out`;
    await page.getByRole('heading', { name: leftOut }).waitFor();
    const [first] = plan.leftOut;
    await page
      .getByRole('main')
      .locator('summary')
      .getByText(REASONS[first?.reason ?? ''] ?? 'no such reason')
      .click();
    await page
      .getByRole('link', { name: first?.control.controlId ?? '', exact: true })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Allow 2 steps' }).click();
    await page.waitForURL(/budget=2$/);
    await page.getByText('The plan ends with the 2 steps that are allowed.').waitFor();
  });

  it('says that a target is reached already', async () => {
    const { page, service } = stage;
    const input = { target: { framework: 'soc2', score: 10 }, budget: 5 };
    const { plan } = await service.a.member.data<{ plan: { steps: { universalControl: { id: string } | null }[] } }>(
      'query ($input: PlanInput!) { plan(input: $input) { steps { universalControl { id } } } }',
      { input },
    );
    for (const { universalControl } of plan.steps) {
      if (universalControl) await assess(service.a.auditor, universalControl.id, 'compliant', { details: 'Seen.' });
    }
    await stage.dashboard.goto('/remediation/plan?framework=soc2&score=1');
    await page
      .getByText(
        /steps for what fails now take what passes in full or in part .* The target of 1% is reached already\.$/,
      )
      .waitFor();
    await page.getByRole('heading', { name: /^First, what fails now/ }).waitFor();
    await expect(page.getByRole('heading', { name: /^Then, what brings most/ })).toHaveCount(0);
    await page.getByLabel('Begin with').selectOption('What brings most');
    await page.getByRole('button', { name: 'Make the plan' }).click();
    await page
      .getByText(/^The target of 1% is reached already: what passes in full or in part is at [\d.]+%\./)
      .waitFor();
    await expect(page.getByRole('region', { name: 'Steps of the plan' })).toHaveCount(0);
  });
});
