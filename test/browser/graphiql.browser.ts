import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { expect } from './expect.js';

describe('GraphiQL at /graphiql', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  const foreignRequests: string[] = [];
  const violations: string[] = [];

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && url.origin !== service.baseUrl) {
        foreignRequests.push(request.url());
      }
    });
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text());
    });
    await page.goto(`${service.baseUrl}/graphiql`);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it('logs a user in and shows the answer to the query that is open', async () => {
    await page.getByLabel('E-mail').fill(service.a.emails.admin);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).first().click();
    await page.locator('.graphiql-response').getByText('"data"').waitFor();
  });

  it('asks no other host and breaks no content security policy', () => {
    expect(foreignRequests).toEqual([]);
    expect(violations).toEqual([]);
  });
});
