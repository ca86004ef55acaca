import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

interface ProfileBody {
  name: string;
  settings: { timezone: string; retention_days: number; hipaa_privacy: boolean };
}

describe('the page of settings', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;
  let starter: TestTenant;

  beforeAll(async () => {
    service = await startService();
    starter = await service.addTenant('Gamma', 'STARTER');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    dashboard = await Dashboard.open(service, browser);
  });
  afterEach(async () => {
    expect(dashboard.undocumented).toEqual([]);
    expect(dashboard.problems).toEqual([]);
    await dashboard.close();
  });

  it('saves what was changed, and keeps what was typed when that is refused', async () => {
    const { page } = dashboard;
    await dashboard.goto('/settings');
    await dashboard.logIn(service.a.emails.admin);
    await page.getByLabel('Name of the organization').fill('Alpha Works');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Retention of scans').fill('5');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('must be a whole number from 30 to 3650').waitFor();
    expect(await page.getByLabel('Name of the organization').inputValue()).toBe('Alpha Works');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    await page.getByLabel('Retention of scans').fill('90');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.reload();
    await page.getByRole('banner').getByText('Alpha Works').waitFor();
    expect(await page.getByLabel('Retention of scans').inputValue()).toBe('90');
    const profile = await service.a.member.rest<ProfileBody>('/api/org/profile');
    expect(profile).toMatchObject({
      name: 'Alpha Works',
      settings: { timezone: 'Asia/Tokyo', retention_days: 90, hipaa_privacy: true },
    });
  });

  it('does not overwrite what is being typed when somebody else saves', async () => {
    const { page } = dashboard;
    await dashboard.goto('/settings');
    await dashboard.logIn(service.b.emails.admin);
    await page.getByLabel('Name of the organization').fill('Beta, half typed');
    await service.b.admin.put('/api/org/profile', { settings: { retention_days: 400 } });
    // Another page, and back without a reload: asked about first, and everything is asked of the service again.
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Posture' }).click();
    expect(await page.getByLabel('Name of the organization').inputValue()).toBe('Beta, half typed');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    const { name, settings } = await service.b.member.rest<ProfileBody>('/api/org/profile');
    expect([name, settings.retention_days]).toEqual(['Beta, half typed', 400]);
    await expectValue(page.getByLabel('Retention of scans'), '400');
  });

  it('switches frameworks within the tier, and shows what the tier refuses', async () => {
    const { page } = dashboard;
    await dashboard.goto('/settings');
    await dashboard.logIn(starter.emails.admin);
    await page.getByText('Not in STARTER').first().waitFor();
    expect(await page.getByText('Not in STARTER').count()).toBe(4);
    await page.getByRole('checkbox', { name: 'NIST CSF' }).check();
    await page.getByText('3 of 2 chosen').waitFor();
    await page.getByRole('button', { name: 'Save frameworks' }).click();
    await page.getByText('the tier STARTER allows 2 active frameworks').waitFor();
    expect(await page.getByRole('checkbox', { name: 'NIST CSF' }).isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: 'SOC 2' }).uncheck();
    await page.getByRole('button', { name: 'Save frameworks' }).click();
    await page.getByText('Frameworks saved').waitFor();
    await page.reload();
    await page.getByRole('checkbox', { name: 'NIST CSF' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'SOC 2' }).isChecked()).toBe(false);
    const active = await starter.member.rest<{ name: string }[]>('/api/compliance/frameworks');
    expect(active.map(({ name }) => name)).toEqual(['ISO 27001', 'NIST CSF']);
  });

  it('is text to who may not change it', async () => {
    const { page } = dashboard;
    await dashboard.goto('/settings');
    await dashboard.logIn(starter.emails.member);
    await page.getByText('365 days').waitFor();
    await page.getByText('Not in STARTER').first().waitFor();
    const main = page.getByRole('main');
    expect(await main.getByRole('textbox').count()).toBe(0);
    expect(await main.getByRole('checkbox').count()).toBe(0);
    expect(await main.getByRole('button', { name: /Save/ }).count()).toBe(0);
  });

  it.each(THEMES)('is clean to axe and fits a narrow screen, %s', async (theme) => {
    const themed = await Dashboard.open(service, browser, { theme });
    await themed.goto('/settings');
    await themed.logIn(service.a.emails.admin);
    await themed.settled();
    expect(await themed.violations()).toEqual([]);
    await themed.picture('settings');
    await themed.page.setViewportSize({ width: 320, height: 800 });
    expect(await themed.fitsWidth()).toBe(true);
    await themed.close();
  });
});

/** Waits until a field has the value. */
async function expectValue(field: { inputValue(): Promise<string> }, value: string): Promise<void> {
  await eventually(async () => ((await field.inputValue()) === value ? true : null));
}
