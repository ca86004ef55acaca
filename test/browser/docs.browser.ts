import { beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/service.js';
import { expect } from './expect.js';
import { Stage } from './stage.js';

describe('the REST reference at /docs', () => {
  let page: Page;
  const stage = Stage.set({ isShared: true });
  beforeAll(async () => {
    page = stage.page;
    await stage.dashboard.goto('/docs');
  });

  it('lists every operation of the document', async () => {
    const listed = async () => {
      const methods = await page.locator('.opblock-summary-method').allInnerTexts();
      const paths = await page.locator('.opblock-summary-path').allInnerTexts();
      return methods.map((method, index) => `${method} ${(paths[index] ?? '').replaceAll('\u200b', '')}`);
    };
    const rows = stage.service.app.routes.map(({ method, path }) => `${method} ${path}`);
    await expect.poll(listed).toEqual(expect.arrayContaining([...rows, 'GET /api/openapi.json']));
  });

  it('sends a request from the page with the session of a signed-in user', async () => {
    await page.getByLabel('E-mail').fill(stage.service.a.emails.admin);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const profile = page.locator('.opblock', { hasText: '/api/org/profile' }).first();
    await profile.locator('.opblock-summary-control').click();
    await profile.getByRole('button', { name: 'Execute' }).click();
    const answer = profile.locator('.live-responses-table .response').first();
    await answer.waitFor();
    await expect(answer).toContainText('200');
    await expect(answer).toContainText(stage.service.a.tenantId);
  });
});
