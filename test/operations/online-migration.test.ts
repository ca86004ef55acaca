import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/app/migrations.js';
import { createLog } from '../../src/platform/log.js';
import { lockSchema } from '../../src/platform/database/migrate.js';
import { runMigrations } from '../../src/platform/database/run-migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const FIRST = MIGRATIONS.findIndex(({ name }) => name === 'Migration20261128000000_disconnected_at');
const INDEX = MIGRATIONS.findIndex(({ name }) => name === 'Migration20261129000002_resources_by_failing');
const FILL = 'Migration20261129000001_failing_of_resources';
/** Of each organization: 20 batches. */
const RESOURCES = 20_000;
/** Findings of a resource, of which the odd ones fail. */
const FINDINGS = 5;
const FAILING = 3;
/** What a request waits for a lock here; in a service five seconds. Less than the other transaction lasts. */
const REQUEST_LOCK_MS = 2_500;
const OTHER_MS = 4_000;
const UNDER_WAY_MS_MAX = 60_000;

const log = createLog('silent');
const TENANTS = [randomUUID(), randomUUID()] as const;
const integrations = TENANTS.map(() => randomUUID());
const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);
const OWNER = `owner_${randomBytes(4).toString('hex')}`;

/** What begins as a database with findings as it was before the migrations that count what fails; its owner is no superuser. */
describe('migrations of a database with rows', () => {
  let former: TestDatabase;
  let database: TestDatabase;
  let ownerUrl: string;
  const open: Client[] = [];

  beforeAll(async () => {
    former = await createTestDatabase('template1');
    await former.query(`create role ${OWNER} login password 'owner' nosuperuser`);
    await giveToOwner(former);
    await runMigrations({ ownerUrl, migrations: MIGRATIONS.slice(0, FIRST), log });
    for (const [index, tenantId] of TENANTS.entries()) await furnish(tenantId, integrations[index] ?? '');
    await former.close();
  });
  beforeEach(async () => {
    database = await createTestDatabase(nameOf(former));
    await giveToOwner(database);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) await client.end();
    await database.drop();
  });
  afterAll(async () => {
    await former.drop();
    const admin = await createTestDatabase('template1');
    await admin.query(`drop role ${OWNER}`);
    await admin.drop();
  });

  async function giveToOwner(of: TestDatabase): Promise<void> {
    await of.query(`alter database ${nameOf(of)} owner to ${OWNER}`);
    await of.query(`alter schema public owner to ${OWNER}`);
    ownerUrl = Object.assign(new URL(of.url), { username: OWNER, password: 'owner' }).href;
  }

  async function furnish(tenantId: string, integrationId: string): Promise<void> {
    await former.query(
      `insert into tenants (id, name, license_tier, frameworks) values ($1, 'Tenant', 'ENTERPRISE', '{}')`,
      [tenantId],
    );
    await former.query(
      `insert into integrations (id, tenant_id, type, name, status) values ($2, $1, 'prowler', 'One', 'connected')`,
      [tenantId, integrationId],
    );
    await former.query(
      `insert into resources (tenant_id, resource_no, integration_id, account, resource_id, first_seen_at)
       select $1, no, $2, '', 'r-' || no, now() from generate_series(1, $3::int) no`,
      [tenantId, integrationId, RESOURCES],
    );
    await former.query(
      `insert into findings (tenant_id, integration_id, resource_no, check_no, copy_no, since_scan, severity, status, first_seen_at, summary)
       select $1, $2, no, check_no, 1, 1, 2, case when check_no % 2 = 1 then 'fail' else 'pass' end, now(), 'One.'
       from generate_series(1, $3::int) no, generate_series(1, $4::int) check_no`,
      [tenantId, integrationId, RESOURCES, FINDINGS],
    );
  }

  async function connect(connectionString = ownerUrl): Promise<Client> {
    const client = new Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    open.push(client);
    return client;
  }

  const migrate = () => runMigrations({ ownerUrl, migrations: MIGRATIONS, log });
  const isDone = async (name: string) =>
    (await database.query('select from migrations where name = $1', [name])).length > 0;
  const filled = async (condition = `failing = ${FAILING}`) => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from resources where ${condition}`,
    );
    return row?.count ?? 0;
  };
  /** While the fill is under way, and has committed some of it. */
  const underWay = () =>
    eventually(async () => {
      if (!(await database.query(`select from information_schema.columns where column_name = 'failing'`)).length)
        return null;
      const count = await filled();
      return count > 0 ? count : null;
    }, UNDER_WAY_MS_MAX);

  /** A process of the last release: reads and writes findings and resources of its organization until `isOver`. */
  async function older(isOver: () => boolean) {
    const client = await connect();
    const tenantId = TENANTS[0];
    await client.query(`select set_config('app.tenant_id', $1, false), set_config('lock_timeout', $2, false)`, [
      tenantId,
      String(REQUEST_LOCK_MS),
    ]);
    let calls = 0;
    for (let no = 1; !isOver(); no = (no % RESOURCES) + 1, calls += 1) {
      await client.query('select name from resources order by resource_no limit 20');
      await client.query(`update resources set name = 'seen' where tenant_id = $1 and resource_no = $2`, [
        tenantId,
        no,
      ]);
      await client.query('update findings set last_seen_at = now() where tenant_id = $1 and resource_no = $2', [
        tenantId,
        no,
      ]);
    }
    return calls;
  }

  it('leave a process of the last release reading and writing, also where they wait for a lock', async () => {
    const other = await connect();
    await other.query('begin');
    await other.query('select from resources limit 1');
    let isOver = false;
    const calls = older(() => isOver);
    const ends = new Promise((resolve) => setTimeout(resolve, OTHER_MS)).then(() => other.query('commit'));
    try {
      const migrating = migrate();
      const count = await Promise.race([underWay(), calls.then(() => 0)]);
      expect(count).toBeLessThan(2 * RESOURCES);
      expect(await isDone(FILL)).toBe(false);
      await migrating;
      await ends;
    } finally {
      isOver = true;
    }
    expect(await calls).toBeGreaterThan(100);
    expect(await filled()).toBe(2 * RESOURCES);
    expect(await filled(`name = 'seen'`)).toBeGreaterThan(100);
    const [index] = await database.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = 'resources_failing'::regclass`,
    );
    expect(index).toEqual({ valid: true });
  });

  it('go on after their last batch where they were interrupted, and leave nothing of it behind', async () => {
    const broken = migrate().catch((err: unknown) => err);
    await underWay();
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and query not like '%pg_terminate%'`,
      [OWNER],
    );
    expect(await broken).toBeInstanceOf(Error);
    const before = await filled();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(2 * RESOURCES);
    // What is filled is not looked at again: neither would be left.
    await database.query(`update resources set failing = 99 where failing = ${FAILING}`);
    await migrate();
    expect({ again: await filled('failing = 99'), others: await filled() }).toEqual({
      again: before,
      others: 2 * RESOURCES - before,
    });
    expect(await database.query(`select from pg_namespace where nspname = 'crosswalk_fills'`)).toEqual([]);
  });

  it('create an index again that an interrupted attempt has left invalid', async () => {
    await runMigrations({ ownerUrl, migrations: MIGRATIONS.slice(0, INDEX), log });
    await database.query('create index resources_failing on resources (tenant_id)');
    await database.query(`update pg_index set indisvalid = false where indexrelid = 'resources_failing'::regclass`);
    await migrate();
    const [index] = await database.query(
      `select indisvalid as valid, pg_get_indexdef(indexrelid) as text from pg_index where indexrelid = 'resources_failing'::regclass`,
    );
    expect(index).toEqual({
      valid: true,
      text: 'CREATE INDEX resources_failing ON public.resources USING btree (tenant_id, failing DESC, resource_no)',
    });
  });

  it('run once where two processes migrate at the same time, though an index waits for all statements under way', async () => {
    const migrateAlone = async () => {
      const client = await connect();
      await lockSchema(client);
      await migrate();
      await client.query('select pg_advisory_unlock_all()');
    };
    await Promise.all([migrateAlone(), migrateAlone()]);
    expect(await filled()).toBe(2 * RESOURCES);
  });

  it('fill what the policies show of an organization, from its own rows alone', async () => {
    const [tenantId] = TENANTS;
    const [ended, unrecorded] = [randomUUID(), randomUUID()];
    await database.query(
      `insert into integrations (id, tenant_id, type, name, status, created_at)
       select id, $1, 'prowler', 'Former', 'disconnected', '2026-01-02T00:00:00Z' from unnest($2::uuid[]) id`,
      [tenantId, [ended, unrecorded]],
    );
    const record = (tenant: string, sequence: number, at: string, id: string) =>
      database.query(
        `insert into audit_log (tenant_id, sequence, at, actor_type, action, resource_type, resource_id, previous_hash, hash)
         values ($1, $2, $3, 'system', 'integration.disconnected', 'integration', $4, '', '')`,
        [tenant, sequence, at, id],
      );
    await record(tenantId, 1, '2026-03-04T05:06:07Z', ended);
    await record(TENANTS[1], 1, '2026-05-06T00:00:00Z', unrecorded);
    await migrate();
    const rows = await database.query<{ id: string; at: Date | null }>(
      'select id, disconnected_at as at from integrations where tenant_id = $1',
      [tenantId],
    );
    expect(new Map(rows.map(({ id, at }) => [id, at?.toISOString() ?? null]))).toEqual(
      new Map([
        [integrations[0], null],
        [ended, '2026-03-04T05:06:07.000Z'],
        [unrecorded, '2026-01-02T00:00:00.000Z'],
      ]),
    );
  });
});
