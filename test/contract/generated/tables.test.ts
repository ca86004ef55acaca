import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { expectGenerated, ROOT } from './generated-file.js';
import { tableTypes } from './table-types.js';

const FILE = 'schema/tables.ts';

describe('schema/tables.ts', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('has the types of the migrated database; `npm run schema` generates it again', async () => {
    expectGenerated(FILE, await tableTypes(database));
  });

  it('does not match a database with another column', async () => {
    await database.query('alter table tenants add column planted text');
    expect(await tableTypes(database)).not.toBe(readFileSync(join(ROOT, FILE), 'utf8'));
  });
});
