import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as Postgres } from 'pg';
import { furnish } from '../access/world.js';
import { startService, type TestService } from '../support/service.js';
import { runCli } from './cli.js';
import { checksums, type Query } from './tables.js';

const SECRET_KEY = 'tests of a plain owner '.repeat(2);

/**
 * Like many hosted databases: the owner creates roles and owns its database, and forced row level security applies to
 * it.
 */
describe('a database owner who is not a superuser', () => {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  const server = process.env.TEST_DATABASE_SERVER ?? '';
  let service: TestService;
  let directory: string;

  const admin: Query = async (text, values = []) => {
    const client = new Postgres({ connectionString: `${server}/postgres` });
    await client.connect();
    const { rows } = await client.query(text, values);
    await client.end();
    return rows as never;
  };
  const urlOf = (database: string) => {
    const url = new URL(`${server}/${database}`);
    url.username = name;
    url.password = name;
    return url.toString();
  };
  const superuser =
    (database: string): Query =>
    async (text, values = []) => {
      const client = new Postgres({ connectionString: `${server}/${database}` });
      await client.connect();
      const { rows } = await client.query(text, values);
      await client.end();
      return rows as never;
    };
  const cli = (database: string, ...words: string[]) =>
    runCli({ SECRET_KEY, DATABASE_URL: urlOf(database), DATA_DIR: join(directory, database) }, ...words);

  beforeAll(async () => {
    directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'owner-'));
    await admin(`create role ${name} login createrole nosuperuser password '${name}'`);
    for (const database of [`${name}_1`, `${name}_2`]) await admin(`create database ${database} owner ${name}`);
    const { createHash } = await import('node:crypto');
    const secretKey = createHash('sha256').update(SECRET_KEY, 'utf8').digest();
    service = await startService({
      settings: { databaseUrl: urlOf(`${name}_1`), dataDir: join(directory, `${name}_1`), secretKey },
    });
    // Its own database is not the one that the harness made.
    const onItsDatabase = { ...service, database: { ...service.database, query: superuser(`${name}_1`) } };
    await furnish(onItsDatabase, service.a);
    await furnish(onItsDatabase, service.b);
  });
  afterAll(async () => {
    await service.stop();
    for (const database of [`${name}_1`, `${name}_2`]) await admin(`drop database ${database} with (force)`);
  });

  it('backs up and restores every row of every organization', async () => {
    const file = join(directory, 'all.backup');
    expect(await cli(`${name}_1`, 'backup', file)).toMatchObject({ code: 0, stderr: '' });
    const result = await cli(`${name}_2`, 'restore', file);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const restored = await checksums(superuser(`${name}_2`));
    expect(restored).toEqual(await checksums(superuser(`${name}_1`)));
    expect(restored.scan_results).toMatch(/^2\d{3} rows/);
    const unforced = await superuser(`${name}_2`)(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
    );
    expect(unforced).toEqual([]);
  });

  it('verifies every trail', async () => {
    const { code, stdout } = await cli(`${name}_1`, 'audit', 'verify');
    expect(code).toBe(0);
    for (const { tenantId } of [service.a, service.b])
      expect(stdout).toMatch(new RegExp(`${tenantId} {2}[1-9]\\d* rows {2}[0-9a-f]{64} {2}intact`));
  });

  it('rotates secrets, and retires the roles of older keys', async () => {
    const settings = { SECRET_KEY: 'another key '.repeat(4), PREVIOUS_SECRET_KEYS: SECRET_KEY };
    const rest = { DATABASE_URL: urlOf(`${name}_2`), DATA_DIR: join(directory, 'rotated') };
    expect(await runCli({ ...settings, ...rest }, 'migrate')).toMatchObject({ code: 0 });
    expect(await runCli({ ...settings, ...rest }, 'secrets', 'rotate')).toMatchObject({ code: 0, stderr: '' });
    const result = await runCli({ ...settings, ...rest }, 'secrets', 'retire');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    // The other database of this server still works with the old role.
    expect(result.stdout).toContain('is used by another database and can do nothing in this one');
    expect(await service.a.admin.get('/api/org/profile')).toMatchObject({ status: 200 });
  });
});
