import type { Client } from '../support/client.js';

/** The destinations of a tenant's security events. */
export interface DestinationWorld {
  destinationId: string;
  /** Ids of two that may be removed. */
  doomedDestinationId: string;
  anotherDoomedDestinationId: string;
}

/** Creates destinations to which nothing is sent. */
export async function furnishDestinations(admin: Client): Promise<DestinationWorld> {
  const path = '/api/security-events/destinations';
  const create = async () => {
    const secret = 'a secret of sixteen or more'.replaceAll(' ', '-');
    const { body } = await admin.post(path, { kind: 'https', address: 'https://receiver.invalid/in', secret });
    const { id } = (body as { data: { id: string } }).data;
    await admin.put(`${path}/${id}`, { is_paused: true });
    return id;
  };
  return {
    destinationId: await create(),
    doomedDestinationId: await create(),
    anotherDoomedDestinationId: await create(),
  };
}
