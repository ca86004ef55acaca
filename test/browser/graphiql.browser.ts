import { describe, it } from 'vitest';
import { PASSWORD } from '../support/service.js';
import { Stage } from './stage.js';

describe('GraphiQL at /graphiql', () => {
  const stage = Stage.set();

  it('logs a user in and shows the answer to the open query', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/graphiql');
    await page.getByLabel('E-mail').fill(stage.service.a.emails.admin);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).first().click();
    await page.locator('.graphiql-response').getByText('"data"').waitFor();
  });
});
