import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { expect } from './expect.js';

describe('the REST reference at /docs', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  const foreignRequests: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== service.baseUrl) foreignRequests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (err) => problems.push(err.message));
    await page.goto(`${service.baseUrl}/docs`);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it('lists every operation of the document', async () => {
    const listed = async () => {
      const methods = await page.locator('.opblock-summary-method').allInnerTexts();
      const paths = await page.locator('.opblock-summary-path').allInnerTexts();
      return methods.map((method, index) => `${method} ${(paths[index] ?? '').replaceAll('\u200b', '')}`);
    };
    const rows = service.app.routes.map(({ method, path }) => `${method} ${path}`);
    await expect.poll(listed).toEqual(expect.arrayContaining([...rows, 'GET /api/openapi.json']));
  });

  it('lets who has signed in try a path out', async () => {
    await page.getByLabel('E-mail').fill(service.a.emails.admin);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const profile = page.locator('.opblock', { hasText: '/api/org/profile' }).first();
    await profile.locator('.opblock-summary-control').click();
    await profile.getByRole('button', { name: 'Execute' }).click();
    const answer = profile.locator('.live-responses-table .response').first();
    await answer.waitFor();
    await expect(answer).toContainText('200');
    await expect(answer).toContainText(service.a.tenantId);
  });

  it('asks no other host, breaks no content security policy and meets no error', () => {
    expect(foreignRequests).toEqual([]);
    expect(problems).toEqual([]);
  });
});
