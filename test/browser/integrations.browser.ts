import { describe, it } from 'vitest';
import { lintReport, prowlerReport, verdictOn } from '../integrations/reports.js';
import { connect } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { readFileSync } from 'node:fs';
import { Stage } from './stage.js';

describe('the page of integrations', () => {
  const stage = Stage.set();
  const openAs = (role: 'admin' | 'auditor' | 'member', path = '/integrations') => stage.openAs(role, path);
  const button = (name: string | RegExp) => stage.page.getByRole('button', { name });
  const panel = () => stage.page.getByRole('dialog');

  it('connects Prowler, imports a report, and links to its scan', async () => {
    await openAs('admin');
    await stage.page.getByText('Nothing is connected yet').waitFor();
    await stage.page.getByRole('link', { name: 'Prowler', exact: true }).click();
    await panel().getByText('Drop a scanner’s report here').waitFor();
    await panel().getByLabel('Name').fill('Prowler in CI');
    await panel().getByRole('button', { name: 'Connect' }).click();

    await stage.page.getByRole('dialog', { name: 'Prowler in CI' }).waitFor();
    await panel().getByText('Drop a scanner’s report here').waitFor();
    await expect(panel().getByText('problem')).toHaveCount(0);
    await expect(panel().getByRole('button', { name: /^(Test connection|Run scan|Scan)/ })).toHaveCount(0);
    const report = prowlerReport([verdictOn('cc_6_1', 'FAIL'), verdictOn('cc_7_2', 'PASS')]);
    const file = { name: 'prowler.ocsf.json', mimeType: 'application/json', buffer: Buffer.from(report) };
    await panel().locator('input[type=file]').setInputFiles(file);
    await panel().getByText('prowler.ocsf.json has been read').waitFor();
    await panel().getByRole('button', { name: 'Test connection' }).click();
    await panel().getByText('Nothing is in the way of a scan.').waitFor();
    await panel().getByRole('link', { name: 'Open the scan' }).click();
    const [scan] = await stage.service.a.admin.rest<{ id: string }[]>('/api/scans');
    await stage.page.waitForURL(`**/scans/${scan?.id ?? ''}`);
  });

  it('opens what was connected while the list from before it is still on its way', async () => {
    await openAs('admin', '/posture');
    const { page } = stage;
    const { promise: released, resolve: release } = Promise.withResolvers<null>();
    const asked: string[] = [];
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      if (operationName !== 'Integrations' || asked.push(operationName) > 1) return route.continue();
      const response = await route.fetch();
      await released;
      return route.fulfill({ response });
    });
    await page.getByRole('link', { name: 'Integrations' }).click();
    await button('Connect integration').click();
    await panel().getByRole('link', { name: 'Prowler', exact: true }).click();
    await panel().getByLabel('Name').fill('Second Prowler');
    await panel().getByRole('button', { name: 'Connect' }).click();
    const opened = page.getByRole('dialog', { name: 'Second Prowler' });
    await opened.waitFor();
    const late = page.waitForResponse((response) => response.request().postData()?.includes('"Integrations"') === true);
    release(null);
    await (await late).finished();
    await stage.dashboard.settled();
    await expect(opened).toBeVisible();
    // Parts of the page that ask the same together still ask once: at its opening, and after the change.
    expect(asked).toHaveLength(2);
    await page.unrouteAll();
  });

  it('says of a report without a known rule that it decides nothing, and gives the list of its rules', async () => {
    const RULES = 60;
    const findings = (RULES * (RULES + 1)) / 2;
    const sentence = `None of this report’s ${RULES} rules is known: its ${findings.toLocaleString('en')} findings decide no control.`;
    const id = await connect(stage.service.a.admin, 'prowler');
    await openAs('admin', `/integrations?id=${id}`);
    const file = { name: 'lint.sarif', mimeType: 'application/json', buffer: Buffer.from(lintReport(RULES)) };
    await panel().locator('input[type=file]').setInputFiles(file);
    await panel().getByText(sentence).waitFor();
    await panel().getByRole('link', { name: 'Open the scan' }).click();
    await stage.page.getByRole('alert').getByText(sentence).waitFor();
    await stage.page.getByRole('link', { name: 'See the list.' }).press('Enter');
    const rules = stage.page.getByRole('region', { name: 'Rules of the report that are not known' });
    const rows = rules.getByRole('row');
    await expect(rows.nth(1)).toContainText('LINT1High');
    await expect(rows.nth(2)).toContainText(`LINT${RULES}Low${RULES}`);
    await expect(rows).toHaveCount(1 + 50);
    const waiting = stage.page.waitForEvent('download');
    await button('Download all as CSV').press('Enter');
    const lines = readFileSync(await (await waiting).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1 + RULES);
    expect(lines[1]).toBe(`"sarif","LINT1","LINT1","high",1,0,"no","${id}"`);
    // That of this list: the results above it have one, too.
    await rules.locator('xpath=following::button[normalize-space()="Show more"]').first().click();
    await expect(rows).toHaveCount(1 + RULES);
    await stage.dashboard.settled();
    await expectSound(stage.dashboard, 'scan-of-report');
  });

  it('shows why a report cannot be read', async () => {
    const id = await connect(stage.service.a.admin, 'prowler');
    await openAs('admin', `/integrations?id=${id}`);
    stage.dashboard.foresee(400);
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a report') };
    await panel().locator('input[type=file]').setInputFiles(file);
    await expect(panel().getByRole('alert')).toHaveText(/\w/);
  });

  it('builds the form of an integration type from its settings, and shows errors at their fields', async () => {
    await openAs('admin', '/integrations?connect=aws');
    await panel().getByRole('button', { name: 'Credentials' }).click();
    await panel().getByRole('button', { name: 'Next' }).click();
    await panel().getByText('Enter the “Role ARN”, or the “Access key ID” with its “Secret access key”.').waitFor();
    await expect(panel().getByLabel('Role ARN')).toBeFocused();
    await panel().getByLabel('Access key ID').fill('not a key');
    await panel().getByLabel('Secret access key').fill('not a secret');
    await panel().getByRole('button', { name: 'Next' }).click();
    await panel().getByLabel('Regions', { exact: true }).fill('eu-west-1\nnowhere');
    await panel().getByRole('button', { name: 'Test connection' }).click();
    // The step of the first wrong field opens, and the field has the focus.
    await panel().getByText('is no access key id').waitFor();
    await expect(panel().getByLabel('Access key ID')).toBeFocused();
    await expect(panel().getByLabel('Secret access key')).toHaveAttribute('type', 'password');
    await panel().getByRole('button', { name: 'Next' }).click();
    await panel().getByText('is no region').waitFor();
    await expect(panel().getByLabel('Regions', { exact: true })).toHaveValue('eu-west-1\nnowhere');

    await panel().getByLabel('Regions', { exact: true }).fill('eu-west-1\neu-central-1');
    await panel().getByRole('button', { name: 'Back' }).click();
    await panel().getByLabel('Access key ID').fill('AKIAIOSFODNN7EXAMPLE');
    await panel().getByLabel('Secret access key').fill('wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY');
    await panel().getByRole('button', { name: 'Next' }).click();
    await panel().getByRole('button', { name: 'Test connection' }).click();
    await panel()
      .getByText(/is in the way of a scan/)
      .waitFor();
    await expect(panel()).not.toContainText('wJalrXUtnFEMI');
    await panel().getByRole('button', { name: 'Connect', exact: true }).click();
    const connected = stage.page.getByRole('dialog', { name: 'Amazon Web Services' });
    await connected.getByText('eu-west-1, eu-central-1').waitFor();
    await expect(connected).not.toContainText('wJalrXUtnFEMI');
  });

  it('shows the ways to grant access as tabs, folds what few need, and marks code', async () => {
    await openAs('admin', '/integrations?connect=aws');
    const tabs = panel().getByRole('tab');
    await expect(tabs).toHaveText(['CloudFormation', 'Terraform', 'By hand']);
    await panel().getByRole('region', { name: 'Role with its policies, by CloudFormation' }).waitFor();
    await expect(panel().getByRole('region', { name: /^Policy for reading the account/ })).toHaveCount(0);
    await tabs.nth(2).click();
    await panel()
      .getByRole('region', { name: /^Policy for reading the account/ })
      .first()
      .waitFor();
    const saved = stage.page.waitForEvent('download');
    await button('Download Trust policy of the role, where one is assumed').click();
    expect((await saved).suggestedFilename()).toBe('crosswalk-trust-policy-of-the-role-where-one-is-assumed.json');
    await button('What to read').click();
    await expect(panel().getByLabel('Regions', { exact: true })).toBeVisible();
    await expect(panel().getByLabel('Member accounts')).toBeHidden();
    await panel().getByText('Advanced (5, all optional)').click();
    await expect(panel().getByLabel('Member accounts')).toBeVisible();
    await expect(panel().locator('code', { hasText: /^organization$/ })).toBeVisible();
  });

  it('tests a connection before anything is stored, and schedules it daily when it is connected', async () => {
    const list = () => stage.service.a.admin.rest<{ name: string }[]>('/api/org/integrations');
    const before = (await list()).length;
    await openAs('admin', '/integrations?connect=github');
    await button('Credentials').click();
    await panel().getByRole('textbox', { name: 'Name', exact: true }).fill('Tested first');
    await panel().getByLabel('Organization').fill('acme');
    await panel().getByLabel('Token').fill('ghp_0123456789abcdefghijABCDEFGHIJ012345');
    await button('Next').click();
    await expect(panel().getByLabel('Scan every day at 02:00')).toBeChecked();
    await panel().getByRole('button', { name: 'Test connection' }).click();
    await panel().getByText('1 problem is in the way of a scan').waitFor();
    await panel().getByText('Entered; it will be stored sealed and never shown').waitFor();
    expect(await list()).toHaveLength(before);
    await expectSound(stage.dashboard, 'integration-connect-check');
    await panel().getByRole('button', { name: 'Connect', exact: true }).click();
    await stage.page.getByRole('dialog', { name: 'Tested first' }).waitFor();
    await panel()
      .getByText(/Next scan: .*02:0/)
      .waitFor();
    expect(await list()).toHaveLength(before + 1);
  });

  it('goes back and forth by the keyboard without loss, says at the field what is missing, and asks before it is left', async () => {
    await openAs('admin', '/integrations?connect=okta');
    const { page } = stage;
    await panel().getByRole('tab', { name: 'API token' }).click();
    await button('Next').press('Enter');
    await panel().getByRole('group', { name: 'Credentials' }).waitFor();
    await expect(panel().getByRole('group', { name: 'Credentials' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(panel().getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel().getByLabel('Org URL')).toBeFocused();
    await expect(panel().getByLabel('Org URL')).toHaveAccessibleDescription(/Fill in this field\.$/);
    await page.keyboard.type('https://acme.okta.com');
    await button('Back').press('Enter');
    await expect(panel().getByRole('tab', { name: 'API token' })).toHaveAttribute('aria-selected', 'true');
    await button('Next').press('Enter');
    await expect(panel().getByLabel('Org URL')).toHaveValue('https://acme.okta.com');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(panel().getByLabel('Org URL')).toHaveValue('https://acme.okta.com');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(panel()).toHaveCount(0);
  });

  it('leads through the grant of AWS in the order in which it is done, with the external id, and asks for the role first', async () => {
    await openAs('admin', '/integrations?connect=aws');
    await expect(panel().getByRole('listitem').filter({ hasText: 'TrustedPrincipal' })).toHaveCount(1);
    await expect(panel().getByRole('link', { name: 'Open it ↗' })).toHaveAttribute('href', /^https:\/\/console\.aws/);
    const externalId = await panel().getByLabel('External ID', { exact: true }).innerText();
    await expect(panel().getByRole('region', { name: 'Role with its policies, by CloudFormation' })).toContainText(
      externalId.trim(),
    );
    await button('Next').click();
    await expect(panel().getByRole('textbox')).toHaveCount(4);
    await expect(panel().getByRole('textbox').nth(1)).toHaveAccessibleName('Role ARN');
  });

  it('changes the name and the settings, and leaves others unchanged', async () => {
    const { connectIntegration } = await stage.service.a.admin.data<{
      connectIntegration: { integration: { id: string } };
    }>('mutation ($i: ConnectIntegrationInput!) { connectIntegration(input: $i) { integration { id } } }', {
      i: {
        type: 'github',
        name: 'Code',
        config: { organization: 'acme', token: 'ghp_secret', repositories: ['web'] },
      },
    });
    const { id } = connectIntegration.integration;
    await openAs('admin', `/integrations?id=${id}`);
    await button('Change name or settings').click();
    await panel().getByRole('textbox', { name: 'Name', exact: true }).fill('Source code');
    await panel().getByLabel('Repositories').fill('');
    await panel()
      .getByText(/^Advanced \(/)
      .click();
    await panel().getByLabel('Include archived').check();
    await panel().getByRole('button', { name: 'Save' }).last().click();
    await stage.page.getByRole('dialog', { name: 'Source code' }).waitFor();
    const integrations =
      await stage.service.a.admin.rest<{ id: string; name: string; config: object }[]>('/api/org/integrations');
    expect(integrations.find((each) => each.id === id)).toMatchObject({
      name: 'Source code',
      config: { organization: 'acme', include_archived: true },
    });
    expect(integrations.find((each) => each.id === id)?.config).not.toHaveProperty('repositories');
  });

  it('schedules by a preset or a custom expression, and shows which expressions are refused', async () => {
    await connect(stage.service.a.admin, 'demo');
    await openAs('admin');
    await stage.page.getByRole('link', { name: 'Schedule scans of Test demo' }).click();
    await panel().getByLabel('Frequency').selectOption({ label: 'Every Monday at 02:00' });
    await panel().getByRole('button', { name: 'Save' }).click();
    await panel()
      .getByText(/Next scan: .*02:0/)
      .waitFor();
    await panel().getByLabel('Cron expression').fill('* * * * *');
    await panel().getByRole('button', { name: 'Save' }).click();
    await panel().getByText('runs more often than every 15 minutes').waitFor();
  });

  it('disconnects after a confirmation, and reports it in the summary line', async () => {
    const id = await connect(stage.service.a.admin, 'demo');
    await openAs('admin', `/integrations?id=${id}`);
    await button('Disconnect').click();
    const question = stage.page.getByRole('dialog', { name: 'Disconnect Test demo?' });
    await question.waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
    await question.getByRole('button', { name: 'Disconnect' }).click();
    await stage.page.getByText('1 was disconnected').waitFor({ state: 'attached' });
  });

  it('is read-only for an auditor, and hidden from a member', async () => {
    await openAs('auditor');
    await stage.page
      .getByText(/connected · last scan /)
      .first()
      .waitFor();
    await stage.page.getByRole('link', { name: 'Source code', exact: true }).click();
    await panel().getByText('acme').waitFor();
    const buttons = await panel().getByRole('button').allInnerTexts();
    expect(buttons.filter((text) => text !== '')).toEqual([]);
    await expect(button('Connect integration')).toHaveCount(0);
    const member = await stage.guest();
    await member.goto('/integrations');
    await member.logIn(stage.service.a.emails.member);
    await member.page.getByText('Your role does not see integrations.').waitFor();
  });

  it('is accessible and fits every viewport, its panels too', async () => {
    await openAs('admin');
    await stage.page.getByRole('link', { name: 'Prowler in CI', exact: true }).waitFor();
    await expectSound(stage.dashboard, 'integrations');
    await stage.page.getByRole('link', { name: 'Prowler in CI', exact: true }).click();
    await panel().getByText('Import a report').waitFor();
    await expectSound(stage.dashboard, 'integration');
    for (const kind of ['choose', 'aws', 'kubernetes', 'azure']) {
      await stage.dashboard.goto(`/integrations?connect=${kind}`);
      await expectSound(stage.dashboard, `integration-connect-${kind}`);
    }
  });
});
