import { Client, type Pool, type PoolClient } from 'pg';

/**
 * Makes a pool that others take connections from sure to end: a connection that is still taken then is cut, one that is taken
 * later at once, and a taken one that was cut is given back where its taker does not. The notification channel of Agenda's
 * backend needs all of it: it keeps a connection that breaks as it begins to listen, and one that comes after it was told to
 * disconnect, for ever; `pool.end` alone would wait for these.
 * @returns ends the pool
 */
export function endable(pool: Pool): () => Promise<void> {
  const taken = new Set<PoolClient>();
  let isEnding = false;
  const giveBack = (client: PoolClient) => {
    if (taken.has(client)) client.release(true);
  };
  pool.on('connect', (client) => {
    // One that breaks in the packet that made it has no taker yet who listens, and would end the process.
    client.on('error', () => undefined);
    // After the taker was told of the break: it may give it back itself, and must not do so twice.
    client.once('end', () => setImmediate(giveBack, client));
  });
  pool.on('acquire', (client) => {
    taken.add(client);
    if (isEnding) cut(client);
  });
  pool.on('release', (_err, client) => taken.delete(client));
  return async () => {
    isEnding = true;
    const ended = pool.end();
    for (const client of taken) cut(client);
    await ended;
  };
}

function cut(client: PoolClient): void {
  // Every client of a pool is one; the types hide it because a taker has no business here.
  if (client instanceof Client) void client.end();
}
