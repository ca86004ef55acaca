import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import { Channels } from '../../src/platform/pubsub/channels.js';

describe('a channel of changes', () => {
  it('is read again where its source fails, and listeners hear its first value', async () => {
    let reads = 0;
    const channels = new Channels<string>(async function* (tenantId, signal) {
      reads += 1;
      if (reads === 1) throw new Error('the database is away');
      yield `first of ${tenantId}`;
      await once(signal, 'abort');
    }, createLog('silent'));
    const heard = Promise.withResolvers<string>();
    const { opened, leave } = channels.join('alpha', (value) => heard.resolve(value));
    await opened;
    expect(await heard.promise).toBe('first of alpha');
    leave();
    expect(reads).toBe(2);
  });
});
