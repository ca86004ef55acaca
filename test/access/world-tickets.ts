import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../support/database.js';

/** Trackers of a tenant, and tickets of its work item. */
export interface TicketWorld {
  trackerId: string;
  ticketId: string;
  /** Ids of two of each that may be removed. */
  doomedTrackerId: string;
  anotherDoomedTrackerId: string;
  doomedTicketId: string;
  anotherDoomedTicketId: string;
}

interface Owners {
  tenantId: string;
  userId: string;
  workItemId: string;
}

/** Stores trackers that are asked nothing, and tickets that were created in them. */
export async function furnishTickets(database: TestDatabase, owners: Owners): Promise<TicketWorld> {
  const trackerId = await storeTracker(database, owners);
  return {
    trackerId,
    doomedTrackerId: await storeTracker(database, owners),
    anotherDoomedTrackerId: await storeTracker(database, owners),
    ticketId: await ticket(database, { ...owners, trackerId, key: '1' }),
    doomedTicketId: await ticket(database, { ...owners, trackerId, key: '2' }),
    anotherDoomedTicketId: await ticket(database, { ...owners, trackerId, key: '3' }),
  };
}

/** Stores a tracker that is asked nothing. @returns its id */
export async function storeTracker(
  database: TestDatabase,
  { tenantId, userId }: Omit<Owners, 'workItemId'>,
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into ticket_trackers (id, tenant_id, kind, name, address, project, is_cloud, token, hook_secret, read_at, next_at,
       created_by, created_at, updated_at)
     values ($1, $2, 'github', 'Code', 'https://tracker.invalid', 'acme/infra', false, 'sealed', 'sealed', now(),
       now() + interval '1 day', $3, now(), now())`,
    [id, tenantId, userId],
  );
  return id;
}

async function ticket(
  database: TestDatabase,
  { tenantId, userId, workItemId, trackerId, key }: Owners & { trackerId: string; key: string },
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into tickets (id, tenant_id, tracker_id, work_item_id, status, key, url, agreed_state, state_name, tracker_state,
       read_at, created_by, created_at)
     values ($1, $2, $3, $4, 'linked', $5, 'https://tracker.invalid/' || $5::text, 'open', 'Open', 'open', now(), $6, now())`,
    [id, tenantId, trackerId, workItemId, key, userId],
  );
  return id;
}
