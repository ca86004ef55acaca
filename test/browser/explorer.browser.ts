import { beforeAll, describe, it } from 'vitest';
import { expect } from './expect.js';
import { Stage } from './stage.js';

describe('links between the dashboard and the API explorer', () => {
  const stage = Stage.set({ isShared: true, dashboard: { width: 1440 } });
  beforeAll(() => stage.openAs('admin', '/posture'));

  it('open the explorer with the session, where a saved example runs', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'API explorer' }).click();
    await page.waitForURL(`${stage.service.baseUrl}/graphiql`);
    await page.getByText(stage.service.a.emails.admin).waitFor();
    await page.getByRole('button', { name: /^How far one framework covers another/ }).click();
    // The tab is called after its query as soon as that has been read.
    await page.getByRole('tab', { name: 'HowFarCovered' }).waitFor();
    await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).first().click();
    await page.locator('.graphiql-response').getByText('"coveragePercentage"').first().waitFor();
    await stage.dashboard.picture('graphiql');
  });

  it('show explorer and reference in the color scheme of the dashboard', async () => {
    const { page } = stage;
    const surface = () => page.evaluate<string>("getComputedStyle(document.querySelector('#page')).backgroundColor");
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(`${stage.service.baseUrl}/posture`);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.getByRole('link', { name: 'API explorer' }).click();
    await page.locator('.graphiql-container').waitFor();
    expect(await surface()).toBe('rgb(22, 24, 28)');
    await page.locator('body.graphiql-dark').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'REST reference' }).click();
    await page.getByText(stage.service.a.emails.admin).waitFor();
    expect(await surface()).toBe('rgb(22, 24, 28)');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
  });
});
