import { describe, it } from 'vitest';
import { prowlerReport, verdictOn } from '../integrations/reports.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('the form that connects an integration', () => {
  const stage = Stage.set();
  const openAs = (role: 'admin', path: string) => stage.openAs(role, path);
  const panel = () => stage.page.getByRole('dialog');

  it('imports the report that was chosen before OpenSCAP is connected, without asking for credentials', async () => {
    await openAs('admin', '/integrations?connect=openscap');
    await panel().getByText('Drop a scanner’s report here').waitFor();
    await expect(panel().getByText('Credentials')).toHaveCount(0);
    await expect(panel().getByRole('textbox', { name: 'Data stream' })).toHaveCount(0);
    await expectSound(stage.dashboard, 'integrations-report');
    const report = prowlerReport([verdictOn('cc_6_1', 'FAIL')]);
    const file = { name: 'prowler.ocsf.json', mimeType: 'application/json', buffer: Buffer.from(report) };
    await panel().locator('input[type=file]').setInputFiles(file);
    await panel()
      .getByText(/^prowler\.ocsf\.json · /)
      .waitFor();
    await panel().getByRole('button', { name: 'Connect and import' }).click();
    await stage.page.getByRole('dialog', { name: 'OpenSCAP' }).waitFor();
    await panel()
      .getByText(/prowler\.ocsf\.json has been read/)
      .waitFor();
    expect(await stage.service.a.admin.rest('/api/scans')).toHaveLength(1);
  });

  it('asks for a kubeconfig or for server and token, and sends what was entered for the chosen one alone', async () => {
    await openAs('admin', '/integrations?connect=kubernetes');
    await panel().getByRole('button', { name: 'Next' }).click();
    const ways = panel().getByRole('radiogroup', { name: 'How the cluster is reached' });
    await expect(ways.getByRole('radio', { name: 'By a kubeconfig' })).toBeChecked();
    await expect(panel().getByLabel('Server', { exact: false })).toHaveCount(1);
    await panel().getByRole('textbox', { name: 'Kubeconfig' }).fill('apiVersion: v1');
    await ways.getByRole('radio', { name: 'By server and token' }).check();
    await expect(panel().getByRole('textbox', { name: 'Kubeconfig' })).toHaveCount(0);
    await expectSound(stage.dashboard, 'integrations-kubernetes');
    await panel().getByRole('button', { name: 'Next' }).click();
    // Both are needed, and say so at themselves.
    await expect(panel().getByRole('textbox', { name: 'Server' })).toHaveAttribute('aria-invalid', 'true');
    await panel().getByRole('textbox', { name: 'Server' }).fill('https://127.0.0.1:1');
    await panel().getByLabel('Token', { exact: false }).last().fill('secret');
    await panel().getByRole('button', { name: 'Next' }).click();
    await panel().getByRole('button', { name: 'Test connection' }).click();
    const asked = stage.page.waitForRequest(
      (request) =>
        request.postData()?.includes('TestConnection') === true && !request.postData()?.includes('apiVersion'),
    );
    await panel().getByRole('button', { name: 'Test again' }).click();
    await asked;
  });

  it('is German through and through where the page is', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/integrations?connect=postgresql');
    await german.logIn(stage.service.a.emails.admin);
    const form = german.page.getByRole('dialog');
    await form.getByText('Tabellen werden nicht gelesen.').waitFor();
    await form.getByRole('region', { name: 'Rolle, die nur lesen darf' }).getByText('-- Als Superuser').waitFor();
    await form.getByRole('button', { name: 'Weiter' }).click();
    await form.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await form.getByRole('textbox', { name: 'Datenbank' }).fill('shop');
    await form.getByRole('textbox', { name: 'Rolle' }).fill('crosswalk_reader');
    await form.getByLabel('Passwort', { exact: false }).first().fill('secret');
    await form.getByRole('textbox', { name: 'Port' }).fill('70000');
    await form.getByRole('button', { name: 'Weiter' }).click();
    await form.getByRole('button', { name: 'Verbindung testen' }).click();
    await expect(form.getByRole('textbox', { name: 'Port' })).toHaveAccessibleDescription(
      /^Darf höchstens 65535 sein\./,
    );
    await form.getByRole('textbox', { name: 'Port' }).fill('1');
    await form.getByRole('button', { name: 'Weiter' }).click();
    await form.getByRole('button', { name: 'Verbindung testen' }).click();
    await form.getByText('Die Datenbank lässt sich nicht lesen: Keine Verbindung möglich').waitFor();
  });
});
