import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { JiraServer } from './jira-server.js';
import { askForTicket, connectTracker, jira, ticketsOf } from './tickets.js';

/** Less than a request to a tracker may take, so that it never counts as silent. */
const SLOW_MS = 13_000;
const TICKETS = 25;
/** A wake-up, or a sweep 10 seconds later, with room for a busy machine; two tickets of the slow tracker take longer. */
const SOON_MS = 25_000;

describe('a tracker that answers slowly every time', () => {
  let service: TestService;
  let slow: JiraServer;
  let quick: JiraServer;

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true } });
    slow = await JiraServer.start();
    quick = await JiraServer.start();
  });
  afterAll(async () => {
    await slow.stop();
    await quick.stop();
    await service.stop();
  });

  const ask = async ({ member }: TestTenant, trackerId: string) => {
    const item = await createWorkItem(member, { title: 'Turn on MFA', controlId: controlId('soc2', 'CC6.1') });
    await askForTicket(member, item.id, { tracker_id: trackerId });
    return item.id;
  };
  const linked = ({ member }: TestTenant, itemId: string) =>
    eventually(async () => {
      const [ticket] = await ticketsOf(member, itemId);
      return ticket?.status === 'linked' ? true : null;
    }, SOON_MS);

  it('holds up the tickets of no other organization', async () => {
    const theirs = await connectTracker(service.a.admin, jira(slow));
    const ours = await connectTracker(service.b.admin, jira(quick));
    for (let count = 0; count < TICKETS; count += 1) await linked(service.a, await ask(service.a, theirs.id));
    slow.delayMs = SLOW_MS;
    slow.requests.length = 0;
    await service.database.query('update tickets set next_at = now()');
    await eventually(() => Promise.resolve(slow.requests.length > 0 ? true : null), SOON_MS);
    for (let count = 0; count < 2; count += 1) await linked(service.b, await ask(service.b, ours.id));
    expect(slow.requests.length).toBeLessThan(TICKETS);
  });
});
