import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '../../src/app/features.js';
import { WITHHELD_COLUMNS } from '../../src/modules/offboarding/withheld-columns.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { cellsOf } from './data-page.js';

const CLASSES = ['personal', 'confidential', 'internal', 'public'];
/** Names of columns that say something of a person. */
const OF_PEOPLE = /^(email|email_key|user_agent|user_name|user_name_key)$/;
/** Names of columns that may hold secrets. */
const OF_SECRETS = /(secret|password|token|hash|credential|recovery|sealed|private|refresh_)/;
/** Columns whose names say more than they hold, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  'accounts.credentials_changed_at': 'a time',
  'accounts.password_reset_expires_at': 'a time',
  'audit_log.hash': 'of an entry, in the chain',
  'audit_log.previous_hash': 'of an entry, in the chain',
  'passkeys.credential_id': 'names a key, opens nothing',
  'passkeys.credential_hash': 'names a key, opens nothing',
  'scim_token_addresses.scim_token_id': 'names a token',
  'scim_tokens.token_id': 'names a token',
  'sessions.refreshed_at': 'a time',
  'users.credentials_changed_at': 'a time',
  'users.has_password': 'yes or no',
  'webhooks.previous_secret_until': 'a time',
};

interface Row {
  table: string;
  class: string;
  people: string[];
  retention: string;
}

const tables: Row[] = cellsOf('Tables').map(([table = '', kind = '', people = '', retention = '']) => ({
  ...{ table, class: kind, retention },
  people: people === '' ? [] : people.split(', '),
}));
const secrets = new Map(cellsOf('Secrets').map(([column = '', stored = '']) => [column, stored]));

describe('the classes of data in docs/security/data.md', () => {
  let database: TestDatabase;
  let columns: { table: string; column: string }[];

  beforeAll(async () => {
    database = await createTestDatabase();
    columns = await database.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
    );
  });
  afterAll(() => database.drop());

  const names = () => columns.map(({ table, column }) => `${table}.${column}`);

  it('name every table of the database once, with a class and a retention', () => {
    expect(tables.map(({ table }) => table)).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
    expect(tables.filter((each) => !CLASSES.includes(each.class) || each.retention === '')).toEqual([]);
  });

  it('name every column about people that its name shows, in a table of that class', () => {
    const shown = tables.flatMap(({ table, people }) => people.map((column) => `${table}.${column}`));
    expect(shown.filter((name) => !names().includes(name))).toEqual([]);
    const ofPeople = columns
      .filter(({ column }) => OF_PEOPLE.test(column))
      .map(({ table, column }) => `${table}.${column}`);
    expect(ofPeople.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('name every sealed and withheld column, and how it is stored', () => {
    const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(sealed.filter((name) => secrets.get(name) !== 'sealed')).toEqual([]);
    expect([...secrets].filter(([name, stored]) => stored === 'sealed' && !sealed.includes(name))).toEqual([]);
    const withheld = WITHHELD_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(withheld.filter((name) => !secrets.has(name))).toEqual([]);
    expect([...secrets.keys()].filter((name) => !names().includes(name))).toEqual([]);
  });

  it('know every column whose name speaks of a secret', () => {
    const suspicious = columns
      .filter(({ column }) => OF_SECRETS.test(column))
      .map(({ table, column }) => `${table}.${column}`);
    expect(suspicious.filter((name) => !secrets.has(name) && !(name in HARMLESS))).toEqual([]);
    expect(Object.keys(HARMLESS).filter((name) => !names().includes(name))).toEqual([]);
  });
});
