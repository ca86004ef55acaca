import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import { notification, Notifications } from '../../src/platform/pubsub/notifications.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const TENANT = '00000000-0000-4000-8000-000000000001';
const message = (id: string) => ({ topic: 'scan', tenantId: TENANT, id });

let database: TestDatabase;
let notifications: Notifications;

beforeEach(async () => {
  database = await createTestDatabase();
  const clock = { now: () => new Date(), sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 20)) };
  notifications = new Notifications(database.url, clock, createLog('silent'));
  await notifications.start();
});
afterEach(async () => {
  await notifications.stop();
  await database.drop();
});

it('a subscriber outlives the listening connection: it is asked to read again, and gets what comes later', async () => {
  const ended = new AbortController();
  const received = notifications.subscribe('scan', TENANT, ended.signal)[Symbol.asyncIterator]();
  const publish = (id: string) => database.query('select pg_notify($1, $2)', notification(message(id)));
  await publish('one');
  expect(await received.next()).toEqual({ done: false, value: message('one') });

  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'
    and datname = current_database()`);
  expect(await received.next()).toEqual({ done: false, value: null });
  await publish('two');
  expect(await received.next()).toEqual({ done: false, value: message('two') });
  ended.abort();
  expect(await received.next()).toMatchObject({ done: true });
});
