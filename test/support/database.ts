import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { TEMPLATE } from './config.js';

const CLOSING_LOOKS = 40;
const CLOSING_PAUSE_MS = 25;

/** Database of a test file, cloned from the migrated template. */
export interface TestDatabase {
  /** Connection URL of the owner, to whom row level security does not apply. */
  url: string;
  /** Runs one statement as the owner. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends the owner's connection; the next statement opens another. */
  close(): Promise<void>;
  drop(): Promise<void>;
}

/** The database of a server that a test has started itself: it goes with that. */
export function databaseOf(url: string): TestDatabase {
  let opened: Promise<Client> | null = null;
  // When a test asks first: most files never do.
  const client = () => (opened ??= connect(url));
  const close = async () => {
    const closing = opened;
    opened = null;
    await (await closing)?.end();
  };
  return {
    url,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await (await client()).query<Row>(text, values)).rows,
    close,
    drop: close,
  };
}

/** @param template name of the database that it begins as, to which nobody is connected: `template1` has no table of the service */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_SERVER ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  const creator = await connect(`${server}/postgres`);
  try {
    await creator.query(`create database ${name} template ${template}`);
  } finally {
    await creator.end();
  }
  const database = databaseOf(`${server}/${name}`);
  return {
    ...database,
    drop: async () => {
      await database.drop();
      const admin = await connect(`${server}/postgres`);
      try {
        await closed(admin, name);
        await admin.query(`drop database ${name} with (force)`);
      } finally {
        await admin.end();
      }
    },
  };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

/**
 * Waits a moment for connections that are closing: to their clients, which listen no more, a forced drop is an error that
 * ends the process. What a test has left open is closed by force.
 */
async function closed(client: Client, name: string): Promise<void> {
  for (let look = 0; look < CLOSING_LOOKS; look += 1) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, CLOSING_PAUSE_MS));
  }
}
