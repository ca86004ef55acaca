import { afterAll, beforeAll, describe, it } from 'vitest';
import { answers, Receiver } from '../webhooks/receiver.js';
import { expect } from './expect.js';
import { expectAccessible, expectNarrow } from './soundness.js';
import { Stage } from './stage.js';

/** As "Sending messages using incoming webhooks" (Slack) says: 200 with `ok`. */
const SLACK = answers(200, {}, 'ok');

describe('a webhook of a chat in the dashboard', () => {
  let receiver: Receiver;
  const stage = Stage.set({ isShared: true, settings: { allowsPrivateWebhooks: true } });
  beforeAll(async () => {
    receiver = await Receiver.start(SLACK);
    await stage.openAs('admin', '/webhooks');
  });
  afterAll(() => receiver.close());

  const origin = () => new URL('/', receiver.url).href;

  it('is set up and tested in 5 clicks and choices, without a secret, and its address is not shown again', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Set up: Slack' }).click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    await expect(form.getByLabel('Receiver')).toHaveValue('slack');
    await form.getByLabel('Secret').waitFor({ state: 'detached' });
    await expectAccessible(stage.dashboard);
    await stage.dashboard.picture('webhook-slack-form');
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: origin(), exact: true }).click();
    await page.getByRole('button', { name: 'Send ping' }).click();

    const [message] = await receiver.first(1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      text: expect.stringContaining('Test message from Crosswalk'),
    });
    const log = page.getByRole('region', { name: 'Deliveries' });
    await log.getByText('Delivered').waitFor();
    await log.getByRole('button', { name: 'ping', exact: true }).click();
    await log.getByLabel('Event of the message', { exact: true }).waitFor();
    await log.getByLabel('Headers of the request').waitFor({ state: 'detached' });
    await expect(page.getByRole('main')).not.toContainText('/hook');
    await expect(page.getByRole('button', { name: 'Rotate secret' })).toHaveCount(0);
    await stage.dashboard.picture('webhook-slack');
    await expectAccessible(stage.dashboard);
    await expectNarrow(stage.dashboard);
  });

  it('keeps its address when its events are changed, and takes another', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the webhook' });
    await expect(form.getByLabel('Address')).toHaveValue('');
    await form.getByLabel('All events').uncheck();
    await form.getByRole('checkbox', { name: 'scan.failed' }).check();
    await expectAccessible(stage.dashboard);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Slack · scan.failed').waitFor();
    await page.getByRole('button', { name: 'Send ping' }).click();
    expect((await receiver.first(2))[1]?.path).toBe('/hook');

    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Address').fill(new URL('/moved', receiver.url).href);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send ping' }).click();
    expect((await receiver.first(3))[2]?.path).toBe('/moved');
  });
});
