import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { sql } from '../../../src/platform/database/database.js';
import type { Columns } from '../../../src/platform/database/statement-row.js';
import { statement } from '../../../src/platform/database/statement.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { describeStatement, differences } from './described-statement.js';
import { namedStatements, type AnyStatement } from './named-statements.js';

describe('named statements', () => {
  let database: TestDatabase;
  let client: Client;
  let statements: AnyStatement[];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    statements = await namedStatements();
    expect(statements).not.toEqual([]);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function complaints(each: AnyStatement): Promise<string[]> {
    const found: string[] = [];
    for (const text of each.sampleTexts()) {
      try {
        found.push(...differences(each.row, await describeStatement(client, text), text));
      } catch (err) {
        found.push(`${String(err)} in: ${text}`);
      }
    }
    return found.map((line) => `${each.name}: ${line}`);
  }

  it('return the columns that they declare, in every variant', async () => {
    const found: string[] = [];
    for (const each of statements) found.push(...(await complaints(each)));
    expect(found).toEqual([]);
  });

  it('order by columns, and not by what the result computes under the name of one: no index is in that order', () => {
    const found = statements.flatMap((each) =>
      each
        .sampleTexts()
        .flatMap((text) =>
          [...text.matchAll(/\b(?:\w+\.)?(\w+)::\w+ as \1\b/g)]
            .filter(([, alias]) => new RegExp(`order by (?:[^()]*,)?\\s*${alias ?? ''}\\b`).test(text))
            .map(([, alias]) => `${each.name}: ${alias ?? ''}`),
        ),
    );
    expect(found).toEqual([]);
  });

  it('have unique names', () => {
    const names = statements.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each<[string, Columns, string, string]>([
    ['a misspelt column of the table', { id: 'uuid' }, 'select idd as id from tenants', 'column "idd" does not exist'],
    ['a misspelt column of the row', { idd: 'uuid' }, 'select id from tenants', 'idd: declared, and not a column'],
    [
      'a column that is not declared',
      {},
      'select id from tenants',
      'id: a column of the result (uuid), and not declared',
    ],
    ['a wrong type', { n: 'int4' }, 'select count(*) as n from tenants', 'n: declared int4, PostgreSQL says int8'],
    [
      'a wrong element type',
      { f: 'uuid[]' },
      'select frameworks as f from tenants',
      'declared uuid[], PostgreSQL says text[]',
    ],
    [
      'a null that is not declared',
      { at: 'timestamptz' },
      'select last_login_at as at from users',
      'at: its table or an outer join allows null',
    ],
    [
      'a null of an outer join that is not declared',
      { id: 'uuid' },
      'select u.id from tenants t left join users u on u.tenant_id = t.id',
      'id: its table or an outer join allows null',
    ],
    [
      'a null that never comes',
      { id: 'uuid?' },
      'select id from tenants',
      'declared uuid?, and its table never allows null',
    ],
    ['an assurance that is not needed', { id: 'uuid!' }, 'select id from tenants', 'declare uuid without a mark'],
    ['two columns of one name', { id: 'uuid' }, 'select id, id from tenants', 'id: two columns of this name'],
  ])('do not pass with %s', async (_fault, row, text, complaint) => {
    const planted = statement({ name: 'planted', row, text: () => sql.raw(text) });
    expect(await complaints(planted as unknown as AnyStatement)).toEqual(
      expect.arrayContaining([expect.stringContaining(complaint)]),
    );
  });

  it('do not pass with a fault in one variant only', async () => {
    const planted = statement({
      name: 'planted',
      row: { id: 'uuid' },
      text: ({ isOpen }: { isOpen: boolean }) => (isOpen ? sql`select id from scans` : sql`select id::text from scans`),
      samples: [{ isOpen: true }, { isOpen: false }],
    });
    expect(await complaints(planted as unknown as AnyStatement)).toEqual([
      'planted: id: declared uuid, PostgreSQL says text',
    ]);
  });
});
