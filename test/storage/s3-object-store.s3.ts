import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { MINUTE, SECOND, systemClock } from '../../src/platform/clock.js';
import { S3ObjectStore, type S3Options } from '../../src/platform/storage/s3-object-store.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { describeObjectStore } from './object-store-suite.js';
import { clientOf, Swift } from './swift.js';
import { statusOf } from '../support/status-of.js';

describeObjectStore('the object store in S3', async () => {
  const swift = await Swift.start();
  const options = await swift.bucket('suite');
  const store = new S3ObjectStore(options, systemClock);
  const client = clientOf(options);
  return {
    store,
    countUnfinished: async () => {
      const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }));
      return uploads.length;
    },
    close: async () => {
      client.destroy();
      store.close();
      await swift.stop();
    },
  };
});

describe('an S3 server', () => {
  let swift: Swift;
  let options: S3Options;
  let store: S3ObjectStore;
  const clock = new ShiftedClock();
  beforeAll(async () => {
    swift = await Swift.start();
    options = await swift.bucket('links');
    store = new S3ObjectStore(options, clock);
    await store.put('t/evidence/1', Buffer.from('<script>alert(1)</script>'));
  });
  afterAll(async () => {
    store.close();
    await swift.stop();
  });

  it('serves an object to the holder of its signed URL, as an attachment that no browser executes', async () => {
    const response = await fetch(await store.urlOf('t/evidence/1', 'Übersicht “neu”.html'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    const disposition = response.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="/);
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent('Übersicht “neu”.html')}`);
  });

  it('refuses a signed URL after 15 minutes', async () => {
    const madeAt = (shiftMs: number) => clock.at(shiftMs, () => store.urlOf('t/evidence/1', 'a.txt'));
    expect(await statusOf(await madeAt(-15 * MINUTE + 20 * SECOND))).toBe(200);
    expect(await statusOf(await madeAt(-15 * MINUTE - SECOND))).toBe(403);
  });

  it('refuses a signed URL that was changed', async () => {
    const url = new URL(await store.urlOf('t/evidence/1', 'a.txt'));
    const changes: ((changed: URL) => void)[] = [
      (changed) => (changed.pathname = changed.pathname.replace('/1', '/2')),
      (changed) => changed.searchParams.set('X-Amz-Expires', '86400'),
      (changed) => changed.searchParams.set('response-content-disposition', 'inline'),
      (changed) => changed.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      expect(await statusOf(changed)).toBe(403);
    }
    expect(await statusOf(url)).toBe(200);
  });

  it('with another secret makes the store unavailable for every operation', async () => {
    const stranger = new S3ObjectStore({ ...options, secretAccessKey: 'wrong' }, systemClock);
    await expectUnavailable(stranger);
    const link = await stranger.urlOf('t/evidence/1', 'a.txt');
    expect(await statusOf(link)).toBe(403);
    stranger.close();
    expect(await store.exists('t/evidence/2')).toBe(false);
  });

  it('that cannot be reached makes the store unavailable for every operation', async () => {
    const lost = new S3ObjectStore({ ...options, endpoint: 'http://127.0.0.1:9' }, systemClock);
    await expectUnavailable(lost);
    lost.close();
  });

  it('has unfinished uploads removed a day after they began', async () => {
    const client = clientOf(options);
    const { CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
    await client.send(new CreateMultipartUploadCommand({ Bucket: options.bucket, Key: 't/evidence/3' }));
    const inHours = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE);
    expect(await store.discardUnfinished('t/', inHours(23))).toBe(0);
    expect(await store.discardUnfinished('u/', inHours(25))).toBe(0);
    expect(await store.discardUnfinished('t/', inHours(25))).toBe(1);
    expect(await store.discardUnfinished('t/', inHours(25))).toBe(0);
    client.destroy();
  });
});

async function expectUnavailable(store: S3ObjectStore): Promise<void> {
  const list = async () => {
    for await (const page of store.list('t/')) expect(page).toEqual([]);
  };
  const asked = [
    () => store.put('t/evidence/2', Buffer.from('x')),
    () => store.get('t/evidence/1'),
    () => store.exists('t/evidence/1'),
    () => store.delete('t/evidence/1'),
    list,
  ];
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
}
