import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/platform/log.js';
import { distribute, isImpossible } from '../../../../src/platform/database/distribution/distribute.js';
import { foreignKeys, triggersOf } from '../../../../src/platform/database/distribution/distribution.sql.js';
import { schemaSql } from '../../../contract/generated/schema-sql.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { eventually } from '../../../support/eventually.js';

/** Stand-ins for the functions of Citus, in a schema beside: they place nothing, and the one of a table may be planted to fail or to last. */
const STAND_INS = `
  create schema stand_ins;
  create function stand_ins.create_reference_table(name text) returns void language sql as 'select';
  create function stand_ins.create_distributed_function(name text) returns void language sql as 'select';
  create function stand_ins.create_distributed_table(name text, by text, colocate_with text) returns void language plpgsql as $function$
    begin
      if name = current_setting('planted.fails_at', true) then raise exception 'planted'; end if;
      if name = current_setting('planted.lasts_at', true) then perform pg_sleep(60); end if;
    end $function$`;

const log = createLog('silent');

/** What a cluster makes of it, only `npm run test:citus` shows: here is what the command itself does to keys, triggers and functions. */
describe('distributing the tables', () => {
  let database: TestDatabase;
  let client: Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.query(STAND_INS);
    client = await connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  async function connect(): Promise<Client> {
    const connection = new Client({ connectionString: database.url });
    connection.on('error', () => undefined);
    await connection.connect();
    await connection.query('set search_path = public, stand_ins');
    return connection;
  }

  it('puts on again every foreign key that a cluster can have, and every trigger', async () => {
    const keys = await foreignKeys.all(client);
    const triggers = await triggersOf.all(client);
    expect({ keys: keys.length > 100, triggers: triggers.length > 2 }).toEqual({ keys: true, triggers: true });
    const impossible = keys.filter(isImpossible).map(({ name }) => name);
    expect(await distribute(client, log)).toEqual(impossible);
    expect(await foreignKeys.all(client)).toEqual(keys.filter((key) => !isImpossible(key)));
    expect(await triggersOf.all(client)).toEqual(triggers);
  });

  it('leaves every key, trigger and function as it was where it fails in the middle', async () => {
    const before = await schemaSql(database);
    await client.query(`set planted.fails_at = 'findings'`);
    await expect(distribute(client, log)).rejects.toThrow('planted');
    expect(await schemaSql(database)).toEqual(before);
  });

  it('leaves all that as it was where its process ends in the middle, and a second run does the whole', async () => {
    const before = await schemaSql(database);
    const keys = await foreignKeys.all(client);
    const dying = await connect();
    await dying.query(`set planted.lasts_at = 'findings'`);
    const died = distribute(dying, log).catch((err: unknown) => err);
    await eventually(async () => {
      const ended = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      );
      return ended.length > 0 ? true : null;
    });
    expect(await died).toBeInstanceOf(Error);
    expect(await schemaSql(database)).toEqual(before);
    await distribute(client, log);
    expect(await foreignKeys.all(client)).toEqual(keys.filter((key) => !isImpossible(key)));
  });
});
