import { afterAll, beforeAll, describe, it } from 'vitest';
import { createHmac } from 'node:crypto';
import { answers, Receiver } from '../webhooks/receiver.js';
import { expect } from './expect.js';
import { expectAccessible, expectNarrow } from './soundness.js';
import { Stage } from './stage.js';

describe('webhooks in the dashboard', () => {
  let receiver: Receiver;
  let secret: string;
  const stage = Stage.set({ isShared: true, settings: { allowsPrivateWebhooks: true } });
  beforeAll(async () => {
    receiver = await Receiver.start(answers(202, {}, 'taken, with thanks'));
    await stage.openAs('admin', '/webhooks');
  });
  afterAll(() => receiver.close());

  const signatureOf = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const log = () => stage.page.getByRole('region', { name: 'Deliveries' });

  it('creates one with a secret generated in the browser, which is shown once', async () => {
    const { page } = stage;
    await page.getByText('No webhooks yet').waitFor();
    await page.getByText('13 events that can be sent', { exact: true }).waitFor();
    const events = page.getByRole('region', { name: 'Events' }).getByRole('row');
    await expect(events.filter({ hasText: 'compliance.control_failed' })).toContainText(
      'A control went from passed to failed.',
    );
    await expectAccessible(stage.dashboard);
    await expectNarrow(stage.dashboard);
    await page.getByRole('button', { name: 'Set up: Own endpoint (signed JSON)' }).click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    await form.getByLabel('Address').fill('ftp://nowhere.example/hook');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.locator('.mantine-TextInput-error').waitFor();
    await form.getByLabel('Address').fill(receiver.url);
    // Single events are a choice once not all are wanted.
    await expect(form.getByRole('checkbox')).toHaveCount(1);
    await form.getByLabel('All events').uncheck();
    await form.getByRole('checkbox', { name: 'scan.completed' }).check();
    await expectAccessible(stage.dashboard);
    secret = await form.getByLabel('Secret').inputValue();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await form.getByRole('button', { name: 'Create webhook' }).click();

    const reveal = page.getByRole('dialog', { name: 'The webhook is set up' });
    await reveal.getByRole('button', { name: 'Copy: Secret' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
    await reveal.getByLabel('I have stored the secret in a safe place').check();
    await reveal.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: receiver.url });
    await row.getByText('scan.completed').waitFor();
    await row.getByText('Active').waitFor();
    await stage.dashboard.picture('webhooks');
    await expectAccessible(stage.dashboard);
    await expectNarrow(stage.dashboard);
  });

  it('sends a ping and shows request and response', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('Nothing was sent yet.').waitFor();
    await page.getByRole('button', { name: 'Send ping' }).click();
    const [ping] = await receiver.first(1);
    expect(ping?.headers['x-service-signature']).toBe(signatureOf(ping?.body ?? ''));
    await log().getByText('Delivered').waitFor();
    await log().getByRole('row', { name: 'ping' }).getByText('✓ 202').waitFor();
    await log().getByText('1/10').waitFor();

    await log().getByRole('button', { name: 'ping', exact: true }).click();
    const body = await log().getByLabel('Body of the request', { exact: true }).innerText();
    expect(JSON.parse(body)).toEqual(JSON.parse(ping?.body ?? ''));
    const delivery = ping?.headers['x-service-delivery'];
    await expect(log().getByLabel('Headers of the request', { exact: true })).toContainText(String(delivery));
    await expect(log().getByLabel('Answer to attempt 1')).toHaveText('taken, with thanks');
    await stage.dashboard.picture('webhook');
    await expectAccessible(stage.dashboard);
    await expectNarrow(stage.dashboard);
  });

  it('redelivers an event', async () => {
    await log().getByRole('button', { name: 'Redeliver ping' }).click();
    const [first, second] = await receiver.first(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-service-delivery']).not.toBe(first?.headers['x-service-delivery']);
    await log().getByRole('button', { name: 'Redeliver ping' }).nth(1).waitFor();
  });

  it('retains the filter of the delivery log in the address', async () => {
    const { page } = stage;
    await page.getByLabel('State', { exact: true }).selectOption('failed');
    await page.getByText('No delivery is in this state.').waitFor();
    await page.waitForURL(/\?status=failed$/);
    await page.reload();
    await page.getByText('No delivery is in this state.').waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('');
    await log().getByText('Delivered').first().waitFor();
  });

  it('rotates the secret, and the old one signs too for the chosen time', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const form = page.getByRole('dialog', { name: 'Rotate the secret' });
    await form.getByLabel('Overlap in hours').fill('2');
    await expectAccessible(stage.dashboard);
    await expect(form.getByLabel('Secret')).not.toHaveValue(secret);
    secret = await form.getByLabel('Secret').inputValue();
    await form.getByRole('button', { name: 'Rotate secret' }).click();
    const reveal = page.getByRole('dialog', { name: 'The new secret is in force' });
    await reveal.getByLabel('I have stored the secret in a safe place').check();
    await reveal.getByRole('button', { name: 'Close' }).click();
    await page.getByText('the old secret signs too until').waitFor();
    await page.getByRole('button', { name: 'Send ping' }).click();
    const ping = (await receiver.first(3))[2];
    expect(ping?.headers['x-service-signature']).toBe(signatureOf(ping?.body ?? ''));
    expect(String(ping?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('shows why one was disabled, and enables it again', async () => {
    const { page } = stage;
    receiver.behaviour = answers(410);
    await page.getByRole('button', { name: 'Send ping' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This webhook receives no events' });
    await alert.getByText('The receiver answered 410: it wants no more.').waitFor();
    await expectAccessible(stage.dashboard);
    await alert.getByRole('button', { name: 'Enable again' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('changes the subscribed events, and deletes the webhook after a confirmation', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the webhook' });
    await form.getByRole('checkbox', { name: 'scan.failed' }).check();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('scan.completed, scan.failed').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${receiver.url}` });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(`${stage.service.baseUrl}/webhooks`);
    await page.getByText('No webhooks yet').waitFor();
  });
});
