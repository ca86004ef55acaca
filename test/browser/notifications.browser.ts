import { afterAll, beforeAll, describe, it } from 'vitest';
import { answers, Receiver } from '../webhooks/receiver.js';
import { clicks, countClicks } from './clicks.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

/** As "Sending messages using incoming webhooks" (Slack) says: 200 with `ok`. */
const SLACK = answers(200, {}, 'ok');

describe('notification rules in the dashboard', () => {
  let slack: Receiver;
  const stage = Stage.set({ isShared: true, settings: { allowsPrivateWebhooks: true } });
  beforeAll(async () => {
    slack = await Receiver.start(SLACK);
    await stage.openAs('admin', '/notifications');
  });
  afterAll(() => slack.close());

  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const dialog = () => stage.page.getByRole('dialog');
  const rule = (name: string) => stage.page.getByRole('article', { name });
  /** Chooses in the menu of a rule. */
  const choose = async (name: string, action: string) => {
    await button(`More of ${name}`).click();
    await stage.page.getByRole('menuitem', { name: action }).click();
  };

  it('notify a channel in Slack, with a test that arrives, in at most five clicks', async () => {
    const { page } = stage;
    await page.getByText('No rules yet', { exact: true }).waitFor();
    await countClicks(page);
    await button('Add a rule').click();
    await dialog().getByLabel('Receiver').selectOption('A channel in Slack');
    await dialog().getByLabel('Address of the channel').fill(slack.url);
    await button('Save').click();
    await choose('What needs attention', 'Send a test');
    // A choice in a list counts as one.
    expect((await clicks(page)) + 1).toBeLessThanOrEqual(5);

    const [message] = await slack.first(1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      text: 'Test of the notification rule: What needs attention',
    });
    await choose('What needs attention', 'Show the log');
    const log = page.getByRole('region', { name: 'Log of What needs attention' });
    await log.getByText('Sent').waitFor();
    await log.getByText('Test', { exact: true }).waitFor();
    await expect(page.getByRole('main')).not.toContainText('/hook');
    await expectSound(stage.dashboard, 'notifications');
  });

  it('are turned on ready-made by one click, and undone by another', async () => {
    const { page } = stage;
    const offers = page.getByRole('list', { name: 'Ready-made rules' });
    await expect(offers.getByRole('listitem')).toHaveCount(3);
    const before = await clicks(page);
    await page.getByRole('switch', { name: 'Turn on: My work items are due' }).click({ force: true });
    await expect(page.getByRole('switch', { name: 'Active: My work items are due' })).toBeChecked();
    expect((await clicks(page)) - before).toBe(1);
    // It says what it said when it was offered.
    await rule('My work items are due').getByText('An e-mail when a work item of yours is due').waitFor();
    await expect(offers.getByRole('listitem')).toHaveCount(2);
    await button('Undo').click();
    await page.getByText('“My work items are due” is off again').waitFor();
    await expect(rule('My work items are due')).toHaveCount(0);
    await expect(offers.getByRole('listitem')).toHaveCount(3);
  });

  it('are suggested to the organization until it has one of the event, and only need a receiver', async () => {
    const { page } = stage;
    const suggested = page.getByRole('list', { name: 'Suggested rules' });
    // A rule of the organization has two of the three already.
    await expect(suggested.getByRole('listitem')).toHaveCount(1);
    const before = await clicks(page);
    await button('Set up: A score falls').click();
    await expectSound(stage.dashboard, 'notifications-set-up');
    await button('Save').click();
    // Whoever sets it up is its receiver.
    await rule('A score falls').getByText('to Alpha admin').waitFor();
    expect((await clicks(page)) - before).toBe(2);
    await choose('A score falls', 'Delete');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await button('Set up: A score falls').click();
    await expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveCount(0);
    await dialog().getByLabel('Alpha admin').uncheck();
    await button('Save').click();
    await dialog().getByText('Choose at least one member.').waitFor();
    await expect(dialog().getByRole('checkbox').first()).toBeFocused();
    await dialog().getByLabel('Alpha member').check();
    await button('Save').click();
    await rule('A score falls').getByText('A score falls by 5 points or more').waitFor();
    await expect(suggested).toHaveCount(0);
    await choose('A score falls', 'Delete');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await suggested.waitFor();
  });

  it('keep the input where it is refused, and create the channel once', async () => {
    const { page, service } = stage;
    await button('Add a rule').click();
    await dialog().getByLabel('Receiver').selectOption('A channel in Slack');
    await dialog().getByLabel('Address of the channel').fill(slack.url);
    await dialog().getByLabel('Time zone').fill('Berlin');
    await button('Save').click();
    await dialog().getByText('must be an IANA time zone').waitFor();
    await dialog().getByLabel('Time zone').fill('Europe/Berlin');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('At night');
    await dialog().getByLabel('Quiet hours from').fill('07:00');
    await dialog().getByLabel('until').fill('19:00');
    await button('Save').click();
    await expect(dialog()).toHaveCount(0);
    await rule('At night').getByText('07:00 to 19:00 (Europe/Berlin)').waitFor();
    await page.getByText('2 of the organization').waitFor();
    // One of each rule.
    expect(await service.a.admin.rest('/api/webhooks')).toHaveLength(2);
  });

  it('are changed, paused, resumed and deleted', async () => {
    await button('Edit At night').click();
    await dialog().getByLabel('Receiver').selectOption('Members, by e-mail');
    await dialog().getByLabel('Alpha member').check();
    await dialog().getByLabel('A score falls').check();
    await dialog().getByLabel('Points by which').fill('3');
    await dialog().getByText('All frameworks', { exact: true }).click();
    await dialog().getByLabel('SOC 2').check();
    await dialog().getByLabel('Send', { exact: true }).selectOption('Once a day');
    await dialog().getByLabel('At', { exact: true }).selectOption('20:00');
    await button('Save').click();
    const changed = rule('At night');
    await changed.getByText('Once a day at 20:00 (Europe/Berlin)').waitFor();
    await changed.getByText('A score falls by 3 points or more').waitFor();
    await changed.getByText('Alpha member').waitFor();
    const active = changed.getByRole('switch', { name: 'Active: At night' });
    await active.click({ force: true });
    await expect(active).not.toBeChecked();
    await active.click({ force: true });
    await expect(active).toBeChecked();
    await choose('At night', 'Delete');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rule('At night')).toHaveCount(0);
  });

  it('of the organization are shown to a member without their actions, who has rules of their own', async () => {
    const member = await stage.guest();
    await member.goto('/notifications');
    await member.logIn(stage.service.a.emails.member);
    await member.page.getByRole('article', { name: 'What needs attention' }).getByText('A webhook').waitFor();
    await expect(member.page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await expect(member.page.getByRole('switch', { name: /^Active/ })).toHaveCount(0);
    await member.page.getByRole('button', { name: 'Add a rule' }).click();
    await expect(member.page.getByRole('dialog').getByLabel('Receiver')).toHaveCount(0);
    await member.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Mine alone');
    await member.page.getByRole('button', { name: 'Save', exact: true }).click();
    await member.page.getByRole('switch', { name: 'Active: Mine alone' }).waitFor({ state: 'attached' });
    await member.page.getByText('1 personal rule, 1 of the organization').waitFor();
  });
});
