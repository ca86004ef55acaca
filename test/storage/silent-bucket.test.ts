import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { S3ObjectStore } from '../../src/platform/storage/s3-object-store.js';
import { SilentServer } from '../support/silent-server.js';

describe('a bucket whose server takes requests and answers none', () => {
  let server: SilentServer;
  const stores: S3ObjectStore[] = [];

  beforeAll(async () => {
    server = await SilentServer.start();
  });
  afterAll(() => {
    for (const store of stores) store.close();
    server.close();
  });

  const bucket = (more: { signal?: AbortSignal; requestTimeoutMs?: number }) => {
    const options = {
      endpoint: `http://127.0.0.1:${server.port}`,
      bucket: 'bucket',
      region: 'eu-central-1',
      accessKeyId: 'AKIATEST',
    };
    const store = new S3ObjectStore({ ...options, secretAccessKey: 'secret', ...more }, systemClock);
    stores.push(store);
    return store;
  };

  it.each([
    ['a write', (store: S3ObjectStore) => store.put('a', Buffer.from('content'))],
    ['a read', (store: S3ObjectStore) => store.get('a')],
    ['a removal', (store: S3ObjectStore) => store.delete('a')],
  ])('fails %s when its time is over', async (_what, call) => {
    await expect(call(bucket({ requestTimeoutMs: 100 }))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('fails a write when the signal of the store aborts, long before that', async () => {
    const signal = AbortSignal.timeout(100);
    await expect(bucket({ signal }).put('a', Buffer.from('content'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
