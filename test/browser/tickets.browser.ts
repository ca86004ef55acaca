import { afterAll, beforeAll, describe, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { GithubServer } from '../tickets/github-server.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { clicks, countClicks } from './clicks.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('tickets in the dashboard', () => {
  let github: GithubServer;
  let workItem = '';
  const stage = Stage.set({
    isShared: true,
    settings: { allowsPrivateWebhooks: true },
    prepare: async ({ a }) => {
      const about = { title: 'Turn on MFA', controlId: controlId('soc2', 'CC6.1') };
      workItem = (await createWorkItem(a.admin, about)).id;
    },
  });
  beforeAll(async () => {
    github = await GithubServer.start();
    await stage.openAs('admin', `/work-items/${workItem}`);
  });
  afterAll(() => github.stop());

  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const dialog = () => stage.page.getByRole('dialog');
  const fill = async (token: string) => {
    await expect(dialog().getByRole('combobox', { name: 'Tracker' })).toHaveValue('github');
    await dialog().getByLabel('Address').fill(github.url);
    await dialog().getByLabel('Repository').fill(GithubServer.REPOSITORY);
    await dialog().getByRole('textbox', { name: 'Token' }).fill(token);
    await dialog().getByRole('button', { name: 'Connect' }).click();
  };

  it('lead from a work item to the page where a tracker is connected', async () => {
    const { page } = stage;
    await page.getByText('Tickets need Jira or GitHub to be connected:').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Issue trackers' }).click();
    await button('Connect GitHub').waitFor();
  });

  it('are refused with what the tracker said of a wrong token, and nothing is connected', async () => {
    await button('Connect GitHub').click();
    await fill('github_pat_of_nobody');
    await dialog().getByText('answered 401: Bad credentials').waitFor();
    await expectSound(stage.dashboard, 'tracker-dialog');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await button('Connect GitHub').waitFor();
  });

  it('need a tracker whose account is shown, and whose webhook secret is shown once', async () => {
    const { page } = stage;
    await button('Connect GitHub').click();
    await fill(GithubServer.TOKEN);
    await dialog().getByLabel('I have copied it, or need no webhook').check();
    await dialog().getByRole('button', { name: 'Close' }).click();
    const tracker = page.getByRole('region', { name: GithubServer.REPOSITORY });
    await tracker.getByText('crosswalk-bot').waitFor();
    await tracker.getByText(/^.Connected$/).waitFor();
    await tracker.getByText('Changes at once, by a webhook').click();
    await tracker.getByText('/ticket-hooks/').waitFor();
    await expectSound(stage.dashboard, 'trackers');
  });

  it('are created with one click, link to the tracker, and finish the work item when they are closed there', async () => {
    const { page } = stage;
    await stage.dashboard.goto(`/work-items/${workItem}`);
    await page.getByText('It has no ticket.').waitFor();
    await countClicks(page);
    await button('Create ticket').click();
    const ticket = page.getByRole('article', { name: 'acme/infra#1' });
    const link = ticket.getByRole('link', { name: 'acme/infra#1' });
    await link.waitFor();
    expect(await clicks(page)).toBe(1);
    await expect(link).toHaveAttribute('href', github.issues[0]?.html_url ?? 'none');
    await ticket.getByText(/^.Linked$/).waitFor();
    await expectSound(stage.dashboard, 'work-item-ticket');

    github.change(1, 'closed', 'completed');
    await button('Read now: acme/infra#1').click();
    await ticket.getByText('Closed', { exact: true }).waitFor();
    await page.reload();
    await expect(page.getByLabel('State')).toHaveValue('done');
    await page.getByText(/^by its ticket /).waitFor();
  });

  it('that are there are linked by their key, and unlinked again', async () => {
    const { page } = stage;
    const { a } = stage.service;
    const other = await createWorkItem(a.admin, { title: 'Look again', controlId: controlId('soc2', 'CC6.1') });
    await stage.dashboard.goto(`/work-items/${other.id}`);
    await button('Link a ticket…').click();
    await dialog().getByRole('textbox', { name: 'Ticket' }).fill('ENG-12');
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await dialog().getByText('is not a ticket, such as 12').waitFor();
    await dialog().getByRole('textbox', { name: 'Ticket' }).fill('#1');
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('article', { name: 'acme/infra#1' }).waitFor();
    await button('Unlink acme/infra#1').click();
    await dialog().getByRole('button', { name: 'Unlink', exact: true }).click();
    await page.getByText('It has no ticket.').waitFor();
    expect(github.issues).toHaveLength(1);
  });

  it('stay in their tracker when it gets another name and is disconnected', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/settings/trackers');
    await button('Change acme/infra').click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Infrastructure');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Infrastructure' }).getByText('crosswalk-bot').waitFor();
    await button('Disconnect Infrastructure').click();
    await dialog().getByRole('button', { name: 'Disconnect', exact: true }).click();
    await button('Connect GitHub').waitFor();
    expect(github.issues).toHaveLength(1);
  });
});
