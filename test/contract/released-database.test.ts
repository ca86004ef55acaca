import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedStatements } from '../platform/database/named-statements.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { brokenInDatabase, presentDatabase, type ReleasedDatabase } from './released-database.js';

/** What the last release asks of the database; `npm run schema:release` writes it. */
const RELEASED = 'schema/released/database.json';

describe('the migrated database, under processes of the last release', () => {
  let database: TestDatabase;
  let client: Client;
  let present: ReleasedDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    present = await presentDatabase(client, await namedStatements());
    if (process.env.UPDATE_RELEASED !== undefined) writeFileSync(RELEASED, `${JSON.stringify(present, null, 1)}\n`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('is known of every release: its description stands beside the interface', () => {
    expect(existsSync(RELEASED)).toBe(existsSync('schema/released/openapi.json'));
  });

  it.runIf(existsSync(RELEASED))('answers their statements as before, and takes their rows', async () => {
    const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as ReleasedDatabase;
    expect(await brokenInDatabase(client, released)).toEqual([]);
  });

  it('breaks nothing of the present release', async () => {
    expect(present.statements.length).toBeGreaterThan(300);
    expect(present.columns.length).toBeGreaterThan(400);
    expect(await brokenInDatabase(client, present)).toEqual([]);
  });

  it.each([
    ['what is added', 'alter table evidence add planted text, add counted int not null default 0'],
    ['a table that is new', 'create table planted (id uuid not null)'],
    ['a column that may be null now', 'alter table evidence alter title drop not null'],
  ])('breaks nothing by %s', async (_what, change) => {
    expect(await brokenBy(change)).toEqual([]);
  });

  it.each([
    ['goes', 'alter table saved_views drop name cascade', 'saved_views.name is gone.'],
    ['gets another name', 'alter table saved_views rename name to title', 'saved_views.name is gone.'],
    [
      'gets another type',
      'alter table evidence alter title type varchar(200)',
      'evidence.title was text, and is character varying(200).',
    ],
    [
      'may not be null any more',
      'alter table evidence alter description set not null',
      'evidence.description may not be null any more.',
    ],
    [
      'has no default any more',
      'alter table postures alter version drop default',
      'postures.version has no default any more.',
    ],
    [
      'is new and must be given',
      'alter table evidence add planted text not null',
      'evidence.planted is new, may not be null and has no default.',
    ],
    [
      'is asked for by a statement',
      'alter table postures rename decided_content to decided_by',
      'posture.lock_decided_content: column p.decided_content does not exist.',
    ],
    [
      'is a function',
      'drop function score_percent cascade',
      expect.stringMatching(/function score_percent\(.*\) does not exist/),
    ],
  ])('breaks them by what %s', async (_what, change, sentence) => {
    expect(await brokenBy(change)).toContainEqual(sentence);
  });

  /** What a change of the database breaks of the present release; it is taken back. */
  async function brokenBy(change: string): Promise<string[]> {
    const other = await createTestDatabase();
    const connection = new Client({ connectionString: other.url });
    await connection.connect();
    try {
      await connection.query(change);
      return await brokenInDatabase(connection, present);
    } finally {
      await connection.end();
      await other.drop();
    }
  }
});
