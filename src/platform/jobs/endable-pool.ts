import { Client, type Pool, type PoolClient } from 'pg';

/**
 * Ensures that a pool can end although other code checks connections out of it: one that is checked out then, or later,
 * is closed, and is released for a holder that does not do so itself. The notification channel of Agenda's backend
 * needs this: it never releases a connection that breaks as it begins to listen, nor one that it receives after
 * `disconnect`; `pool.end` alone would wait for these.
 * @returns a function that ends the pool
 */
export function endable(pool: Pool): () => Promise<void> {
  const checkedOut = new Set<PoolClient>();
  let isEnding = false;
  const release = (client: PoolClient) => {
    if (checkedOut.has(client)) client.release(true);
  };
  pool.on('connect', (client) => {
    // One that breaks as it connects has no holder yet that listens for errors, and would end the process.
    client.on('error', () => undefined);
    // After its holder was notified of the break, which may release it itself; a second release would throw.
    client.once('end', () => setImmediate(release, client));
  });
  pool.on('acquire', (client) => {
    checkedOut.add(client);
    if (isEnding) close(client);
  });
  pool.on('release', (_err, client) => checkedOut.delete(client));
  return async () => {
    isEnding = true;
    const ended = pool.end();
    for (const client of checkedOut) close(client);
    await ended;
  };
}

function close(client: PoolClient): void {
  // Every client of a pool is a Client; the types hide it because a holder is not to end it.
  if (client instanceof Client) void client.end();
}
