import { Client as Postgres } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/app/migrations.js';
import type { MigrationClass } from '../../src/platform/database/run-migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const NAME = 'Migration20261125233000_accounts_of_people';
const TENANT = '0b000000-0000-4000-8000-000000000001';
const [ADA, BEN, CAT, LEFT] = [1, 2, 3, 4].map((n) => `0c000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];

let database: TestDatabase;
let name: string;
let sql: Postgres;

/** An empty database beside that of the harness, which has every migration. */
beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  name = `${url.pathname.slice(1)}_former`;
  await database.query(`create database ${name}`);
  url.pathname = `/${name}`;
  sql = new Postgres({ connectionString: url.toString() });
  await sql.connect();
  const before = MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex((each) => each.name === NAME),
  );
  await apply(before);
});
afterAll(async () => {
  await sql.end();
  await database.query(`drop database ${name}`);
  await database.drop();
});

/** Applies migrations as the migrator does, each in a transaction. */
async function apply(migrations: readonly { class: MigrationClass }[]): Promise<void> {
  for (const each of migrations) {
    const migration = new each.class(...([] as unknown as ConstructorParameters<MigrationClass>));
    await migration.up();
    await sql.query('begin');
    for (const query of migration.getQueries()) if (typeof query === 'string') await sql.query(query);
    await sql.query('commit');
  }
}

const rows = async (text: string) => (await sql.query(text)).rows as Record<string, unknown>[];

it('gives each member an account with their id and credentials, and leaves sessions and passkeys in force', async () => {
  await sql.query(
    `insert into tenants (id, name, license_tier, frameworks, created_at) values ('${TENANT}', 'Old', 'STARTER', '{}', now())`,
  );
  await sql.query(
    `insert into users (id, tenant_id, email, email_key, name, role, password_hash, mfa_enabled, mfa_secret, mfa_last_step,
       recovery_hashes, password_reset_hash, password_reset_expires_at, credentials_changed_at, removed_at) values
     ('${ADA}', '${TENANT}', 'Ada@old.example', 'ada@old.example', 'Ada', 'admin', 'hash of ada', true, 'seed', 7,
       '{one,two}', 'link', '2030-01-01', '2026-01-02T03:04:05.678Z', null),
     ('${BEN}', '${TENANT}', 'ben@old.example', 'ben@old.example', 'Ben', 'member', 'hash of ben', false, null, null,
       '{}', null, null, '2026-02-03', null),
     ('${CAT}', '${TENANT}', 'cat@old.example', 'cat@old.example', 'Cat', 'member', null, false, null, null,
       '{}', null, null, '2026-02-03', null),
     ('${LEFT}', '${TENANT}', 'ben@old.example', 'ben@old.example', 'Former', 'member', null, false, null, null,
       '{}', null, null, '2026-02-03', '2026-02-04')`,
  );
  for (const [index, user] of [ADA, BEN, CAT].entries())
    await sql.query(
      `insert into sessions (id, tenant_id, user_id, kind, created_at, last_used_at, expires_at)
       values ('0d000000-0000-4000-8000-00000000000${index}', '${TENANT}', '${user}', 'token', now(), now(), '2030-01-01')`,
    );
  await sql.query(
    `insert into passkeys (id, tenant_id, user_id, credential_id, credential_hash, public_key, sign_count, transports,
       is_backup_eligible, is_backed_up, name, created_at)
     values (gen_random_uuid(), '${TENANT}', '${BEN}', 'id', 'hash', '\\x01', 3, '{}', false, false, 'Key', now())`,
  );
  await sql.query(
    `with c as (insert into identity_connections (id, tenant_id, name, kind, status, issuer, client_id, created_at)
       values (gen_random_uuid(), '${TENANT}', 'D', 'oidc', 'active', 'https://i.example', 'c', now()) returning id)
     insert into federated_identities (id, tenant_id, connection_id, issuer, subject, user_id, linked_at, last_login_at)
     select gen_random_uuid(), '${TENANT}', c.id, 'https://i.example', 's', '${CAT}', now(), now() from c`,
  );
  const before = await rows('select id, tenant_id, user_id, expires_at from sessions order by id');

  await apply(MIGRATIONS.filter((each) => each.name === NAME));

  expect(
    await rows(`select id, email, email_key, password_hash, mfa_enabled, mfa_secret, mfa_last_step, recovery_hashes,
      password_reset_hash, credentials_changed_at from accounts order by id`),
  ).toEqual([
    {
      id: ADA,
      email: 'Ada@old.example',
      email_key: 'ada@old.example',
      password_hash: 'hash of ada',
      mfa_enabled: true,
      mfa_secret: 'seed',
      mfa_last_step: '7',
      recovery_hashes: ['one', 'two'],
      password_reset_hash: 'link',
      credentials_changed_at: new Date('2026-01-02T03:04:05.678Z'),
    },
    expect.objectContaining({ id: BEN, password_hash: 'hash of ben', mfa_secret: null }),
    expect.objectContaining({ id: CAT, password_hash: null }),
  ]);
  expect(
    await rows(
      'select id, account_id, has_password, is_provider_only, mfa_enabled, passkey_count from users order by id',
    ),
  ).toEqual([
    { id: ADA, account_id: ADA, has_password: true, is_provider_only: false, mfa_enabled: true, passkey_count: 0 },
    { id: BEN, account_id: BEN, has_password: true, is_provider_only: false, mfa_enabled: false, passkey_count: 1 },
    { id: CAT, account_id: CAT, has_password: false, is_provider_only: true, mfa_enabled: false, passkey_count: 0 },
    { id: LEFT, account_id: null, has_password: false, is_provider_only: false, mfa_enabled: false, passkey_count: 0 },
  ]);
  expect(await rows('select id, tenant_id, user_id, expires_at from sessions order by id')).toEqual(before);
  expect(await rows('select user_id, authenticated_by as by from sessions order by id')).toEqual([
    { user_id: ADA, by: 'account' },
    { user_id: BEN, by: 'account' },
    { user_id: CAT, by: 'provider' },
  ]);
  expect(await rows('select account_id, sign_count from passkeys')).toEqual([{ account_id: BEN, sign_count: '3' }]);
  const open = await rows(
    `select relname from pg_class where relname in ('users', 'sessions', 'passkeys', 'accounts', 'federated_identities')
       and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(open).toEqual([]);
});
