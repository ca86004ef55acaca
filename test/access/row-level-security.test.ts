import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { openPersistence } from '../../src/app/persistence.js';
import { createLog } from '../../src/platform/log.js';
import { startService, type TestService } from '../support/service.js';
import { tenantTables } from './tenant-rows.js';
import { furnish } from './world.js';

/** SQLSTATE of a refused privilege and of a row that a policy refuses alike. */
const REFUSED = '42501';
/** Tables to which the service may only add rows. Source: the first migration; schema/contract/tenant-isolation.md. */
const APPEND_ONLY = ['assessments', 'outbox', 'audit_log', 'audit_heads', 'score_history', 'status_ledger'];
/** Tables whose rows the service inserts and deletes, and never changes. */
const UNCHANGED = ['security_events'];

describe('the role of the service in the database', () => {
  let service: TestService;
  let sql: Client;
  let tables: { table: string; column: string }[];
  let a: string;
  let b: string;

  beforeAll(async () => {
    service = await startService();
    await furnish(service, service.a);
    await furnish(service, service.b);
    [a, b] = [service.a.tenantId, service.b.tenantId];
    tables = await tenantTables(service.database);
    const persistence = await openPersistence(service.config, createLog('silent'));
    sql = new Client({ connectionString: persistence.serviceUrl });
    await sql.connect();
    await persistence.close();
  });
  afterAll(async () => {
    await sql.end();
    await service.stop();
  });

  it('is not a superuser, cannot bypass policies, belongs to no other role and owns nothing', async () => {
    const { rows } = await sql.query(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
        (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
      from pg_roles r where rolname = current_user`);
    const no = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    };
    expect(rows).toEqual([{ ...no, memberships: 0, owned: 0 }]);
  });

  it('is subject to forced row level security and a policy on every tenant table', async () => {
    const rows = await service.database.query<{ table: string; forced: boolean; policies: number }>(`
      select relname as table, relrowsecurity and relforcerowsecurity as forced,
        (select count(*)::int from pg_policy where polrelid = c.oid) as policies
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
    const ofTenants = rows.filter(({ table }) => tables.some((each) => each.table === table));
    expect(ofTenants.length).toBeGreaterThanOrEqual(14);
    expect(ofTenants.filter(({ forced, policies }) => !forced || policies === 0)).toEqual([]);
  });

  it('has no way around the policies: no view, no function that runs as its owner', async () => {
    const views = await service.database.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`,
    );
    const functions = await service.database.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    );
    expect({ views, functions }).toEqual({ views: [], functions: [] });
  });

  it('cannot change the catalogue, nor the migrations, whose names it reads at start', async () => {
    await expect(sql.query('update catalogue_controls set no = no')).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query('delete from catalogue_universal_controls')).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query('delete from migrations')).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query('update migrations set name = name')).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query(`insert into migrations (name) values ('x')`)).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query('create table mine (id int)')).rejects.toMatchObject({ code: REFUSED });
  });

  it('sees no row of any tenant while no tenant is set', async () => {
    for (const { table } of tables) expect({ table, rows: await countIn(table) }).toEqual({ table, rows: 0 });
    await sql.query(`set app.tenant_id = ''`);
    for (const { table } of tables) expect({ table, rows: await countIn(table) }).toEqual({ table, rows: 0 });
  });

  it('sees every row of its tenant and none of another', async () => {
    await become(a);
    for (const { table, column } of tables) {
      const [owned] = await service.database.query<{ mine: number; theirs: number }>(
        `select count(*) filter (where ${column} = $1)::int as mine, count(*) filter (where ${column} = $2)::int as theirs
         from ${table}`,
        [a, b],
      );
      // Or nothing would be shown here.
      expect(owned?.mine, `furnish() writes no row of ${table}`).toBeGreaterThan(0);
      expect(owned?.theirs, `furnish() writes no row of ${table}`).toBeGreaterThan(0);
      expect({ table, rows: await countIn(table) }).toEqual({ table, rows: owned?.mine });
    }
  });

  it('changes and deletes no row of another tenant', async () => {
    await become(a);
    for (const { table, column } of tables.filter(({ table: name }) => !APPEND_ONLY.includes(name))) {
      const update = `update ${table} set ${column} = ${column} where ${column} = $1`;
      const updated = UNCHANGED.includes(table) ? { rowCount: 0 } : await sql.query(update, [b]);
      const deleted = await sql.query(`delete from ${table} where ${column} = $1`, [b]);
      expect({ table, updated: updated.rowCount, deleted: deleted.rowCount }).toEqual({
        table,
        updated: 0,
        deleted: 0,
      });
    }
  });

  it('cannot insert a row for another tenant or move a row to one', async () => {
    await become(a);
    for (const { table, column } of tables) {
      const [theirs] = await service.database.query<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where ${column} = $1 limit 1`,
        [b],
      );
      const columns = await writableColumns(table);
      const insert = `insert into ${table} (${columns}) overriding user value
        select ${columns} from jsonb_populate_record(null::${table}, $1)`;
      const refusal = { code: REFUSED, message: expect.stringContaining('row-level security') };
      await expect(sql.query(insert, [theirs?.row])).rejects.toMatchObject(refusal);
      if (APPEND_ONLY.includes(table) || UNCHANGED.includes(table)) continue;
      await expect(sql.query(`update ${table} set ${column} = $1`, [b])).rejects.toMatchObject(refusal);
    }
  });

  /** The columns of a table but those that the database computes. */
  async function writableColumns(table: string): Promise<string> {
    const [found] = await service.database.query<{ columns: string }>(
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    return found?.columns ?? '';
  }

  it.each(UNCHANGED)('changes no row of its tenant in %s', async (table) => {
    await become(a);
    await expect(sql.query(`update ${table} set tenant_id = tenant_id`)).rejects.toMatchObject({ code: REFUSED });
  });

  it.each(APPEND_ONLY)('can only insert into %s', async (table) => {
    await become(a);
    expect(await countIn(table)).toBeGreaterThan(0);
    await expect(sql.query(`update ${table} set tenant_id = tenant_id`)).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query(`delete from ${table}`)).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query(`truncate ${table}`)).rejects.toMatchObject({ code: REFUSED });
  });

  it('finds at login only the account of the given address, and cannot change it', async () => {
    await become('', { email: 'admin@beta.example' });
    const { rows } = await sql.query('select email from accounts');
    expect(rows).toEqual([{ email: 'admin@beta.example' }]);
    expect((await sql.query('update accounts set email = email')).rowCount).toBe(0);
    expect((await sql.query('delete from accounts')).rowCount).toBe(0);
    for (const { table } of tables) expect(await countIn(table)).toBe(0);
    expect(await countIn('passkeys')).toBe(0);
  });

  it('sees under an account its own row, passkeys and memberships, and of a tenant no account', async () => {
    const [person] = await service.database.query<{ id: string; account: string }>(
      `select id, account_id as account from users where tenant_id = $1 and email = 'admin@beta.example'`,
      [b],
    );
    const account = person?.account ?? '';
    await become('', { account });
    expect((await sql.query('select id from accounts')).rows).toEqual([{ id: account }]);
    expect((await sql.query('select distinct account_id as id from passkeys')).rows).toEqual([{ id: account }]);
    expect((await sql.query('select id from users')).rows).toEqual([{ id: person?.id }]);
    expect((await sql.query(`update users set role = 'admin'`)).rowCount).toBe(0);
    expect((await sql.query('delete from users')).rowCount).toBe(0);
    for (const { table } of tables.filter((each) => each.table !== 'users')) expect(await countIn(table)).toBe(0);
    const insert = `insert into accounts (id, email, email_key, credentials_changed_at, created_at)
      values (gen_random_uuid(), 'x', 'x', now(), now())`;
    await expect(sql.query(insert)).rejects.toMatchObject({ code: REFUSED });
    await expect(sql.query('update passkeys set account_id = gen_random_uuid()')).rejects.toMatchObject({
      code: REFUSED,
    });
    for (const scope of [{}, { credential: 'none' }, { system: 'on' }]) {
      await become(b, scope);
      expect([await countIn('accounts'), await countIn('passkeys')]).toEqual([0, 0]);
    }
  });

  it.each(['api_keys', 'scim_tokens'])(
    'finds by its hash only the presented row of %s, and cannot change it',
    async (credentials) => {
      const [theirs] = await service.database.query<{ id: string; hash: string }>(
        `select id, hash from ${credentials} where tenant_id = $1 limit 1`,
        [b],
      );
      await become('', { credential: theirs?.hash ?? '' });
      expect((await sql.query(`select id from ${credentials}`)).rows).toEqual([{ id: theirs?.id }]);
      expect((await sql.query(`update ${credentials} set hash = hash`)).rowCount).toBe(0);
      expect((await sql.query(`delete from ${credentials}`)).rowCount).toBe(0);
      for (const { table } of tables.filter((each) => each.table !== credentials)) expect(await countIn(table)).toBe(0);
    },
  );

  it('reads across tenants only tenants, scans, schedules, notification rules, deliveries, destinations, trackers, tickets and waiting mail, and changes none', async () => {
    await service.database.query(
      `insert into mails (id, tenant_id, reference, message, expires_at, next_attempt_at)
       values (gen_random_uuid(), $1, 'none', 'sealed', now() + interval '1 day', now() + interval '1 day')`,
      [a],
    );
    await become('', { system: 'on' });
    const seen = [];
    for (const { table } of tables) if ((await countIn(table)) > 0) seen.push(table);
    expect(seen).toEqual([
      ...[
        'mails',
        'notification_rules',
        'report_schedules',
        'scan_schedules',
        'scans',
        'security_event_destinations',
        'tenants',
        'ticket_trackers',
        'tickets',
        'webhook_deliveries',
      ],
    ]);
    expect((await sql.query('update scan_schedules set next_at = next_at')).rowCount).toBe(0);
    expect((await sql.query('update report_schedules set next_at = next_at')).rowCount).toBe(0);
    expect((await sql.query('update notification_rules set next_at = next_at')).rowCount).toBe(0);
    expect((await sql.query('update tickets set next_at = next_at')).rowCount).toBe(0);
    expect((await sql.query('update ticket_trackers set next_at = next_at')).rowCount).toBe(0);
    expect((await sql.query('update scans set status = status')).rowCount).toBe(0);
    expect((await sql.query('update mails set attempts = 9')).rowCount).toBe(0);
    expect((await sql.query('update webhook_deliveries set status = status')).rowCount).toBe(0);
    expect((await sql.query('delete from tenants')).rowCount).toBe(0);
    expect((await sql.query('delete from mails')).rowCount).toBe(0);
  });

  it('finds by a credential only the invitation that it belongs to, and cannot change it', async () => {
    const [theirs] = await service.database.query<{ id: string; hash: string }>(
      `select id, token_hash as hash from invitations where tenant_id = $1 and status = 'pending'`,
      [b],
    );
    await become('', { credential: theirs?.hash ?? '' });
    expect((await sql.query('select id from invitations')).rows).toEqual([{ id: theirs?.id }]);
    expect((await sql.query('update invitations set email = email')).rowCount).toBe(0);
    expect((await sql.query('delete from invitations')).rowCount).toBe(0);
    for (const { table } of tables.filter((each) => each.table !== 'invitations')) expect(await countIn(table)).toBe(0);
  });

  it('counts failed logins of the one address that tries, and sees those of no other', async () => {
    const hash = (address: string) => createHash('sha256').update(address).digest('hex');
    const count = (account: string) =>
      sql.query(`insert into login_failures values ($1, 1, now() + interval '1 hour')`, [account]);
    for (const address of ['one@beta.example', 'two@beta.example']) {
      await become('', { email: hash(address) });
      await count(hash(address));
    }
    await expect(count(hash('three@beta.example'))).rejects.toMatchObject({ code: REFUSED });
    expect((await sql.query('select account from login_failures')).rows).toEqual([
      { account: hash('two@beta.example') },
    ]);
    expect((await sql.query('update login_failures set failures = 0')).rowCount).toBe(1);
    await become(b);
    expect(await countIn('login_failures')).toBe(0);
    await become('', { system: 'on' });
    expect((await sql.query('delete from login_failures')).rowCount).toBe(0);
    await service.database.query(`update login_failures set ends_at = now() where account = $1`, [
      hash('one@beta.example'),
    ]);
    expect((await sql.query('delete from login_failures')).rowCount).toBe(1);
  });

  /** Sets the session variables like the service at checkout; omitted ones are reset. */
  async function become(
    tenantId: string,
    { email = '', credential = '', system = '', account = '' } = {},
  ): Promise<void> {
    await sql.query(
      `select set_config('app.tenant_id', $1, false), set_config('app.login_email', $2, false), set_config('app.credential', $3, false), set_config('app.system', $4, false), set_config('app.account_id', $5, false)`,
      [tenantId, email, credential, system, account],
    );
  }

  async function countIn(table: string): Promise<number> {
    const { rows } = await sql.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return rows[0]?.count ?? -1;
  }
});
