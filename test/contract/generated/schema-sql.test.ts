import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { IS_UPDATE, ROOT } from './generated-file.js';
import { schemaSql, type SqlFiles } from './schema-sql.js';

const DIRECTORY = join(ROOT, 'schema/sql');

describe('schema/sql', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    if (IS_UPDATE) write(await schemaSql(database));
  });
  afterAll(() => database.drop());

  it('has the tables and functions of the migrated database; `npm run schema` generates it again', async () => {
    expect(read()).toEqual(await schemaSql(database));
  });

  it('says of every function who calls it', () => {
    const text = readFileSync(join(DIRECTORY, 'README.md'), 'utf8');
    const functions = [...read().keys()].flatMap((path) => /^functions\/(.+)\.sql$/.exec(path)?.[1] ?? []);
    expect(functions.length).toBeGreaterThan(5);
    expect(functions.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it.each([
    ['a function', 'functions/score_percent.sql', "alter function score_percent set search_path = ''"],
    ['a policy', 'tables/outbox.sql', 'alter policy outbox_tenant on outbox using (true)'],
    [
      'a trigger',
      'tables/outbox.sql',
      'create trigger planted before insert on outbox for each row execute function suppress_redundant_updates_trigger()',
    ],
    ['a column', 'tables/tenants.sql', 'alter table tenants alter name drop not null'],
    ['an index', 'tables/tenants.sql', 'create index planted on tenants (name)'],
  ])('does not match a database with another version of %s', async (_part, file, change) => {
    const other = await createTestDatabase();
    try {
      await other.query(change);
      const found = await schemaSql(other);
      expect([...found].filter(([path, text]) => text !== read().get(path)).map(([path]) => path)).toEqual([file]);
    } finally {
      await other.drop();
    }
  });
});

/** Files of the folder in the repository. */
function read(): SqlFiles {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  return new Map(files.map((file) => [file, readFileSync(join(DIRECTORY, file), 'utf8')]));
}

function write(files: SqlFiles): void {
  for (const folder of ['tables', 'functions']) rmSync(join(DIRECTORY, folder), { recursive: true, force: true });
  for (const [file, text] of files) {
    mkdirSync(dirname(join(DIRECTORY, file)), { recursive: true });
    writeFileSync(join(DIRECTORY, file), text);
  }
}
