import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { tableTypes } from './table-types.js';

const FILE = join(SOURCE_ROOT, '../schema/tables.ts');

describe('schema/tables.ts', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('has the types of the migrated database; `npm run schema` generates it again', async () => {
    const generated = await tableTypes(database);
    if (process.env.UPDATE_SCHEMA) writeFileSync(FILE, generated);
    expect(readFileSync(FILE, 'utf8')).toBe(generated);
  });

  it('does not match a database with another column', async () => {
    await database.query('alter table tenants add column planted text');
    expect(await tableTypes(database)).not.toBe(readFileSync(FILE, 'utf8'));
  });
});
