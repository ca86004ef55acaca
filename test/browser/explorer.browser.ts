import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard } from './dashboard.js';

describe('the way from the dashboard to the API explorer and back', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    dashboard = await Dashboard.open(service, browser, { width: 1440 });
    await dashboard.goto('/posture');
    await dashboard.logIn(service.a.emails.admin);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it('arrives signed in, and runs a saved example', async () => {
    const { page } = dashboard;
    await page.getByRole('link', { name: 'API explorer' }).click();
    await page.waitForURL(`${service.baseUrl}/graphiql`);
    await page.getByText(service.a.emails.admin).waitFor();
    await page.getByRole('button', { name: /^How far one framework covers another/ }).click();
    // The tab is called after its query as soon as that has been read.
    await page.getByRole('tab', { name: 'HowFarCovered' }).waitFor();
    await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).first().click();
    await page.locator('.graphiql-response').getByText('"coveragePercentage"').first().waitFor();
    await dashboard.picture('graphiql');
  });

  it('shows the explorer and the reference in the colours that were chosen in the dashboard', async () => {
    const { page } = dashboard;
    const surface = () => page.evaluate<string>("getComputedStyle(document.querySelector('#page')).backgroundColor");
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(`${service.baseUrl}/posture`);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.getByRole('link', { name: 'API explorer' }).click();
    await page.locator('.graphiql-container').waitFor();
    expect(await surface()).toBe('rgb(22, 24, 28)');
    await page.locator('body.graphiql-dark').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'REST reference' }).click();
    await page.getByText(service.a.emails.admin).waitFor();
    expect(await surface()).toBe('rgb(22, 24, 28)');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
  });

  it('asks for nothing that is not documented', () => {
    expect(dashboard.undocumented).toEqual([]);
  });
});
