import { afterAll, beforeAll, describe, it } from 'vitest';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { verdictOn, prowlerReport } from '../integrations/reports.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import { answers, Receiver } from '../webhooks/receiver.js';
import { expect } from './expect.js';
import { Stage } from './stage.js';

const PHRASE = 'seven herons on the weir';
const EMAIL = 'nora@alpha.example';

/** An administrator's first day, in the browser only. Each step requires the previous ones. */
describe('a new administrator, from the invitation to an API key', () => {
  let receiver: Receiver;
  let page: Page;
  let webhookSecret: string;
  const stage = Stage.set({
    isShared: true,
    settings: { allowsPrivateWebhooks: true },
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.member);
    },
  });
  beforeAll(async () => {
    receiver = await Receiver.start(answers(204));
    page = stage.page;
  });
  afterAll(() => receiver.close());

  const go = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

  it('accepts an invitation and is logged in', async () => {
    const { inviteMember } = await stage.service.a.admin.data<{ inviteMember: { invitation: { inviteUrl: string } } }>(
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { inviteUrl } } }',
      { input: { email: EMAIL, role: 'admin' } },
    );
    const link = new URL(inviteMember.invitation.inviteUrl);
    await stage.dashboard.goto(link.pathname + link.search);
    await page.getByLabel('Your name').fill('Nora');
    await page.getByLabel('Password').first().fill(PHRASE);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    await stage.dashboard.settled();
    await stage.dashboard.picture('story-1-posture');
  });

  it('logs out and in again', async () => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stage.dashboard.logIn(EMAIL, PHRASE);
    await page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
  });

  it('connects a scanner and imports its report', async () => {
    await go('Integrations');
    await page.getByRole('button', { name: 'Connect' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('link', { name: 'Prowler', exact: true }).click();
    await panel.getByLabel('Name').fill('Prowler in CI');
    await panel.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('dialog', { name: 'Prowler in CI' }).waitFor();
    const report = prowlerReport([verdictOn('cc_6_1', 'FAIL'), verdictOn('cc_7_2', 'PASS')]);
    const file = { name: 'prowler.ocsf.json', mimeType: 'application/json', buffer: Buffer.from(report) };
    await panel.locator('input[type=file]').setInputFiles(file);
    await panel.getByText('prowler.ocsf.json has been read').waitFor();
    await stage.dashboard.picture('story-2-import');
    await panel.getByRole('link', { name: 'Open the scan' }).click();
    await page.waitForURL(/\/scans\/[\w-]+$/);
  });

  it('sets up a webhook', async () => {
    await go('Webhooks');
    await page.getByRole('button', { name: 'Set up: Own endpoint (signed JSON)' }).click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    await form.getByLabel('Address').fill(receiver.url);
    // All of them would put hundreds of rows above the one that is looked for.
    await form.getByLabel('All events').uncheck();
    await form.getByRole('checkbox', { name: 'scan.completed' }).check();
    webhookSecret = await form.getByLabel('Secret').inputValue();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const reveal = page.getByRole('dialog', { name: 'The webhook is set up' });
    await reveal.getByLabel('I have stored the secret in a safe place').check();
    await reveal.getByRole('button', { name: 'Close' }).click();
  });

  it('runs a scan and follows it to its end without a reload', async () => {
    await page.getByRole('button', { name: 'Run scan' }).click();
    await page.waitForURL(/\/scans\/[\w-]+$/);
    await page.locator('#content').getByText('Completed').first().waitFor();
    await stage.dashboard.picture('story-3-scan');
  });

  it('finds the delivery of the scan event, signed with the secret', async () => {
    const event = await eventually(
      async () => receiver.received.find(({ body }) => body.includes('scan.completed')) ?? null,
    );
    expect(event.headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', webhookSecret).update(event.body).digest('hex')}`,
    );
    await go('Webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    const log = page.getByRole('region', { name: 'Deliveries' });
    await log.getByRole('row', { name: 'scan.completed' }).getByText('204').first().waitFor();
    await stage.dashboard.picture('story-4-delivery');
  });

  it('opens a failing control, and from there its universal control', async () => {
    await go('Controls');
    await page.getByRole('link', { name: 'SOC 2' }).first().click();
    await page.waitForURL(/\/controls\/soc2/);
    await stage.dashboard.goto('/controls/soc2?status=failed');
    await page.locator('#content a[href*="/controls/soc2/"]').first().click();
    await page.getByRole('heading', { name: 'How to make it pass' }).waitFor();
    await stage.dashboard.picture('story-5-control');
    // What is folded is there before the derivation, which comes by itself.
    await page.locator('a[href*="/mapping/universal/"]').filter({ visible: true }).first().click();
    await page.waitForURL(/\/mapping\/universal\/[\w-]+$/);
  });

  it('assesses a universal control, with the previewed changes in four frameworks', async () => {
    const { universalControls } = await stage.service.a.admin.data<{
      universalControls: {
        id: string;
        code: string;
        mappings: { framework: string; control: { id: string; status: string } }[];
      }[];
    }>('{ universalControls { id code mappings { framework control { id status } } } }');
    const wide = universalControls.find(({ mappings }) => {
      const open = mappings.filter(({ control }) => control.status === 'not_assessed');
      return new Set(open.map(({ framework }) => framework)).size >= 4;
    });
    await stage.dashboard.goto(`/mapping/universal/${wide?.id ?? ''}`);
    await page.getByRole('button', { name: 'Assess this control' }).click();
    await page.getByRole('radio', { name: 'Compliant', exact: true }).check();
    const promise = await page.getByText(/This will change \d+ controls in \d+ frameworks/).innerText();
    const [, controls = '', frameworks = ''] = /(\d+) controls in (\d+) frameworks/.exec(promise) ?? [];
    expect(Number(frameworks)).toBeGreaterThanOrEqual(4);
    await stage.dashboard.picture('story-6-preview');
    await page.getByText(/Without details or evidence, this judgement rests on trust alone/).waitFor();
    await page.getByRole('button', { name: 'Confirm assessment' }).click();
    await page.getByText(`${controls} controls in ${frameworks} frameworks changed`).first().waitFor();
    const after = await stage.service.a.admin.data<{
      universalControl: {
        mappings: { framework: string; control: { id: string; status: string; assurance: { level: string } | null } }[];
      };
    }>(
      'query ($id: ID!) { universalControl(id: $id) { mappings { framework control { id status assurance { level } } } } }',
      { id: wide?.id },
    );
    const passed = after.universalControl.mappings.filter(({ control }) => control.status === 'passed');
    // Tests showed none of the open ones, and the assessment has no note: it passes them, and shows nothing.
    const wereOpen = wide?.mappings.filter(({ control }) => control.status === 'not_assessed') ?? [];
    for (const { control } of wereOpen)
      expect(passed.find((each) => each.control.id === control.id)?.control.assurance).toEqual({ level: 'partial' });
    expect(new Set(passed.map(({ framework }) => framework)).size).toBeGreaterThanOrEqual(4);
  });

  it('uploads evidence', async () => {
    await go('Evidence');
    await page.getByRole('button', { name: 'Upload' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload evidence' });
    const file = { name: 'Access review.csv', mimeType: 'text/csv', buffer: Buffer.from('user,role\nann,admin\n') };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByLabel('Title').fill('Access review of January');
    await dialog.getByRole('combobox', { name: 'Controls' }).fill('CC6.1');
    await page
      .getByRole('option', { name: /^SOC 2 CC6\.1 / })
      .first()
      .click();
    await dialog.getByLabel('Title').click();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.getByText('what is stored is what you sent').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await stage.dashboard.picture('story-7-evidence');
  });

  it('generates a report and downloads it', async () => {
    await go('Reports');
    await page.getByRole('button', { name: /^Options of Compliance summary, / }).click();
    await page.getByRole('button', { name: 'Make report' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('region', { name: 'Library' })
        .getByRole('button', { name: /^Download/ })
        .click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await stage.dashboard.picture('story-8-report');
  });

  it('creates an API key that authenticates', async () => {
    await go('API keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Nightly export');
    await form.getByRole('button', { name: 'Create key' }).click();
    const reveal = page.getByRole('dialog', { name: 'Key “Nightly export”' });
    await reveal.getByRole('button', { name: 'Copy: API key' }).click();
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    await stage.dashboard.picture('story-9-key');
    const answer = await fetch(`${stage.service.baseUrl}/api/compliance/frameworks`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
  });
});
