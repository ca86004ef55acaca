import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '../../src/app/features.js';
import { headKey } from '../../src/modules/audit/signed-head.rules.js';
import { isSigned, type SignedCertificate } from '../../src/modules/offboarding/certificate.rules.js';
import { deletionOrder } from '../../src/modules/offboarding/deletion-order.rules.js';
import { Suspension } from '../../src/modules/offboarding/suspension.js';
import { WITHHELD_COLUMNS } from '../../src/modules/offboarding/withheld-columns.js';
import { dueDeliveries } from '../../src/modules/webhooks/delivery-queue.sql.js';
import { systemClock } from '../../src/platform/clock.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { rowsOf, tenantTables } from '../access/tenant-rows.js';
import { furnish } from '../access/world.js';
import { Socket } from '../http/socket.js';
import { storedObjects } from '../integrations/stored-rows.js';
import { createKey } from '../support/api-keys.js';
import { accept, invite, tokenOf } from '../organizations/inviting.js';
import { Client } from '../support/client.js';
import { programEnvironment } from '../support/program-environment.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';

const MAIN = join(SOURCE_ROOT, '../dist/src/cli/main.js');
const SECRET = 'a secret key of the operator, long enough';
const SECRET_KEY = createHash('sha256').update(SECRET).digest();
const run = promisify(execFile);
/** Columns that look like secrets and are none. */
const HARMLESS = [
  'audit_log.hash',
  'audit_log.previous_hash',
  'custom_checks.key',
  // Published in the DNS by the organization.
  'email_domains.token',
  'evidence.sha256',
  'evidence_controls.part_sha256',
  'exception_resources.resource_key',
  'finding_checks.rule_key',
  'group_roles.group_key',
  'idempotency_keys.key',
  'idempotency_keys.request_hash',
  'integrations.import_key',
  'reports.object_key',
  'reports.sha256',
  'resources.resource_key',
  'invitations.email_key',
  'scim_groups.group_key',
  'tickets.key',
  'scim_token_addresses.scim_token_id',
  'scim_tokens.token_id',
  'scim_users.user_name_key',
  'stored_objects.key',
  'users.credentials_changed_at',
  'users.email_key',
  'users.has_password',
  'webhooks.previous_secret_until',
];

/** What proves who somebody is, which belongs to the person. */
const ACCOUNT_SECRETS = [
  ...['accounts.password_hash', 'accounts.password_reset_hash', 'accounts.recovery_hashes'],
  ...['passkeys.credential_hash', 'passkeys.credential_id'],
];
const OF_MEMBERS = 'in (select account_id from users where tenant_id = $1)';
/** Rows of an organization's people in tables that are no tenant's. */
const OWNED: Readonly<Record<string, string>> = { accounts: `id ${OF_MEMBERS}`, passkeys: `account_id ${OF_MEMBERS}` };

describe('the end of an organization', () => {
  let service: TestService;
  let directory: string;

  beforeAll(async () => {
    service = await startService({ settings: { secretKey: SECRET_KEY, demoScanSeconds: 2 } });
    await furnish(service, service.a);
    await furnish(service, service.b);
    // Somebody who is in both: their account outlives the first.
    const token = tokenOf(await invite(service.b.admin, service.a.emails.auditor));
    await accept(service.anonymous, token, { name: 'In both', password: PASSWORD });
    directory = join(service.config.dataDir, 'exported');
    await mkdir(directory);
  }, 120_000);
  afterAll(() => service.stop());

  const cli = async (...args: string[]) => {
    const env = programEnvironment({
      DATABASE_URL: service.database.url,
      SECRET_KEY: SECRET,
      DATA_DIR: service.config.dataDir,
      PUBLIC_URL: service.baseUrl,
    });
    try {
      return { code: 0, ...(await run(process.execPath, [MAIN, ...args], { env })) };
    } catch (err) {
      return err as { code: number; stdout: string; stderr: string };
    }
  };
  const counts = async (tenantId: string) => {
    const found: Record<string, number> = {};
    for (const { table, column } of await tenantTables(service.database)) {
      const [row] = await service.database.query<{ count: number }>(
        `select count(*)::int as count from ${table} where ${column} = $1`,
        [tenantId],
      );
      found[table] = row?.count ?? 0;
    }
    return found;
  };

  it('is suspended: log-in, tokens, keys and sockets are refused, scans end, schedules and webhooks rest', async () => {
    const { admin, tenantId, emails } = service.b;
    const key = new Client(service.baseUrl, (await createKey(admin)).key);
    const socket = await Socket.connect(service.baseUrl, admin.token);
    const scans = [await admin.post('/api/scans/trigger'), await admin.post('/api/scans/trigger')].map(
      ({ body }) => (body as { data: { scan_job_id: string } }).data.scan_job_id,
    );
    const suspension = new Suspension(service.app.database, systemClock);
    await suspension.suspend(tenantId, 'It does not pay.');
    const refusal = { status: 403, body: { error: { code: 'ORGANIZATION_SUSPENDED' } } };
    expect(await admin.get('/api/org/profile')).toMatchObject(refusal);
    expect(await key.get('/api/org/profile')).toMatchObject(refusal);
    const login = (password: string) => service.anonymous.post('/api/auth/login', { email: emails.admin, password });
    expect(await login(PASSWORD)).toMatchObject(refusal);
    expect(await login('another password')).toMatchObject({ status: 401 });
    const suspended = { code: 4403, reason: 'Organization suspended' };
    expect(await socket.closed).toMatchObject(suspended);
    const refused = await Socket.open(service.baseUrl, { Authorization: `Bearer ${admin.token ?? ''}` });
    expect(await refused.closed).toMatchObject(suspended);
    const ended = await service.database.query('select status, failure_code from scans where id = any($1)', [scans]);
    expect(ended).toEqual(scans.map(() => ({ status: 'failed', failure_code: 'ORGANIZATION_SUSPENDED' })));

    // Both are due, and neither is found while it is suspended.
    await service.database.query(`update scan_schedules set next_at = now() - interval '1 hour' where tenant_id = $1`, [
      tenantId,
    ]);
    await service.database.query(
      `update webhook_deliveries set status = 'pending', attempts = 0, completed_at = null where tenant_id = $1`,
      [tenantId],
    );
    expect(await due(tenantId)).toBe(0);
    expect(await service.a.admin.get('/api/org/profile')).toMatchObject({ status: 200 });
    await expect(suspension.suspend(tenantId, 'Again.')).rejects.toMatchObject({ code: 'CONFLICT' });
    await service.database.query(
      `update webhook_deliveries set status = 'delivered', completed_at = now() where tenant_id = $1`,
      [tenantId],
    );
    await service.database.query(
      `update scan_schedules set next_at = now() + interval '9 years' where tenant_id = $1`,
      [tenantId],
    );
    await suspension.resume(tenantId);
    expect(await admin.get('/api/org/profile')).toMatchObject({ status: 200 });
    const audited = await service.database.query(
      `select action, actor_type, after->>'reason' as reason from audit_log
       where tenant_id = $1 and action in ('organization.suspended', 'organization.resumed') order by sequence`,
      [tenantId],
    );
    expect(audited).toEqual([
      { action: 'organization.suspended', actor_type: 'operator', reason: 'It does not pay.' },
      { action: 'organization.resumed', actor_type: 'operator', reason: null },
    ]);
  });

  it('is exported whole: every row of every table, every file, and a trail that verifies', async () => {
    const { tenantId } = service.a;
    expect(await cli('tenant', 'suspend', '--tenant', tenantId, '--reason', 'It leaves.')).toMatchObject({ code: 0 });
    const path = join(directory, 'a.tar.gz');
    const { code, stderr } = await cli('tenant', 'export', '--tenant', tenantId, path);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    await run('tar', ['-xzf', path, '-C', directory]);
    const lines = async (file: string) => (await readFile(join(directory, file), 'utf8')).split('\n').slice(0, -1);
    const exported: Record<string, number> = {};
    for (const file of await readdir(join(directory, 'tables'))) {
      const rows = (await lines(`tables/${file}`)).map((line) => JSON.parse(line) as Record<string, unknown>);
      exported[file.replace('.jsonl', '')] = rows.length;
      for (const row of rows) expect(row.tenant_id ?? row.id).toBe(tenantId);
    }
    expect(exported).toEqual(await counts(tenantId));

    const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as {
      tables: Record<string, number>;
      files: { path: string; bytes: number; sha256: string }[];
    };
    expect(manifest.tables).toEqual(exported);
    for (const { path: file, sha256 } of manifest.files) {
      const bytes = await readFile(join(directory, file));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
    const stored = [...(await storedObjects(service)).keys()].filter((key) => key.startsWith(tenantId));
    const files = manifest.files.filter(({ path: file }) => file.startsWith('files/'));
    expect(files.map(({ path: file }) => file.replace('files', tenantId)).sort()).toEqual(stored.sort());

    const verified = await cli(
      ...['audit', 'verify', '--export', join(directory, 'audit/trail.ndjson')],
      ...['--heads', join(directory, 'audit/heads.txt'), '--public-key', join(directory, 'audit/public-keys.pem')],
      ...['--events', join(directory, 'audit/security-events.ndjson')],
    );
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/intact[^]* security events .* intact/) });
    expect(await cli('tenant', 'export', '--tenant', tenantId, path)).toMatchObject({ code: 1 });
    const [event] = await service.database.query(
      `select kind, actor_type from security_events where tenant_id = $1 and kind = 'organization.exported'`,
      [tenantId],
    );
    expect(event).toEqual({ kind: 'organization.exported', actor_type: 'operator' });
  });

  it('is exported without secrets, and every column that looks like one is known', async () => {
    const withheld = [...SEALED_COLUMNS, ...WITHHELD_COLUMNS].map(({ table, column }) => `${table}.${column}`);
    const suspicious = await service.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ '(secret|password|token|hash|credential|recovery|sealed|private|sha256|key$)'
         and table_name in (select table_name from information_schema.columns where column_name = 'tenant_id')`,
    );
    const unknown = suspicious.map(({ name }) => name).filter((name) => ![...withheld, ...HARMLESS].includes(name));
    expect(unknown).toEqual([]);
    const all = (
      await Promise.all(
        (await readdir(join(directory, 'tables'))).map((file) => readFile(join(directory, 'tables', file), 'utf8')),
      )
    ).join('');
    let compared = 0;
    for (const name of [...withheld, ...ACCOUNT_SECRETS]) {
      const [table, column] = name.split('.');
      const values = await service.database.query<{ value: string }>(
        `select ${column}::text as value from ${table} where ${OWNED[table ?? ''] ?? 'tenant_id = $1'} and ${column} is not null and ${column}::text <> '{}'`,
        [service.a.tenantId],
      );
      // Shorter ones are words of the fixtures, which other columns have too.
      for (const { value } of values.filter((each) => each.value.length >= 16)) {
        expect(all.includes(value), name).toBe(false);
      }
      compared += values.length;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('is deleted only when it is suspended, and under its name', async () => {
    const before = await counts(service.b.tenantId);
    const other = await cli('tenant', 'delete', '--tenant', service.a.tenantId, '--name', 'Beta');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('exact name')]);
    const active = await cli('tenant', 'delete', '--tenant', service.b.tenantId, '--name', 'Beta');
    expect([active.code, active.stderr]).toEqual([1, expect.stringContaining('suspend the organization first')]);
    expect(await counts(service.b.tenantId)).toEqual(before);
  });

  it('is deleted whole, with a signed certificate, and leaves the others untouched', async () => {
    const { tenantId } = service.a;
    const before = await counts(tenantId);
    const [last] = await service.database.query<{ sequence: string; hash: string }>(
      'select sequence, hash from audit_log where tenant_id = $1 order by sequence desc limit 1',
      [tenantId],
    );
    const accountsBefore = await service.database.query<{ count: number }>(
      'select count(*)::int as count from users where tenant_id = $1 and account_id is not null',
      [tenantId],
    );
    const othersBefore = await rowsOf(service.database, service.b.tenantId);
    const objectsBefore = [...(await storedObjects(service)).keys()];
    const path = join(directory, 'certificate.json');
    const { code, stderr } = await cli(
      'tenant',
      'delete',
      '--tenant',
      tenantId,
      '--name',
      'Alpha',
      '--certificate',
      path,
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('is deleted')]);
    expect(Object.values(await counts(tenantId)).filter((count) => count > 0)).toEqual([]);
    const objects = [...(await storedObjects(service)).keys()];
    expect(objects).toEqual(objectsBefore.filter((key) => !key.startsWith(tenantId)));
    expect(objectsBefore.length).toBeGreaterThan(objects.length);
    expect(objects.length).toBeGreaterThan(0);
    expect(await rowsOf(service.database, service.b.tenantId)).toEqual(othersBefore);
    const owned = await service.database.query<{ email: string; left: number }>(
      `select a.email, count(u.id)::int as left from accounts a left join users u on u.account_id = a.id
       where a.email = any($1) or u.id is null group by a.email`,
      [Object.values(service.a.emails)],
    );
    expect(owned).toEqual([{ email: service.a.emails.auditor, left: 1 }]);

    const signed = JSON.parse(await readFile(path, 'utf8')) as SignedCertificate;
    expect(signed.certificate).toMatchObject({
      tenant_id: tenantId,
      name: 'Alpha',
      deleted_by: expect.stringMatching(/^operator ./),
      // That of the auditor is also in the other organization.
      rows: { ...before, accounts: (accountsBefore[0]?.count ?? 0) - 1 },
      objects: objectsBefore.length - objects.length,
      audit: {
        entries: Number(last?.sequence),
        last_hash: last?.hash,
        last_signed_head: expect.stringContaining(tenantId),
      },
    });
    const keys = [createPublicKey(headKey(SECRET_KEY))];
    expect(isSigned(signed, keys)).toBe(true);
    const altered = { ...signed, certificate: { ...signed.certificate, objects: 0 } };
    expect(isSigned(altered, keys)).toBe(false);
    expect(await service.a.admin.get('/api/org/profile')).toMatchObject({ status: 401 });
    expect(await cli('tenant', 'delete', '--tenant', tenantId, '--name', 'Alpha')).toMatchObject({ code: 1 });
  });

  async function due(tenantId: string): Promise<number> {
    const { database } = service.app;
    const busy = { webhookIds: [], hosts: [], tenantIds: [], atHosts: [] };
    const deliveries = await database.within({ kind: 'system' }, () =>
      dueDeliveries.all(database.fork(), { now: new Date(), busy, perWebhook: 10, limit: 100 }),
    );
    const open = await service.database.query(
      `select 1 from scans where tenant_id = $1 and status in ('queued', 'running')`,
      [tenantId],
    );
    return deliveries.filter((each) => each.tenantId === tenantId).length + open.length;
  }
});

describe('the order in which tables are emptied', () => {
  it('has each table before those that it refers to', () => {
    const tables = [
      { name: 'tenants', refersTo: [] },
      { name: 'scans', refersTo: ['tenants'] },
      { name: 'results', refersTo: ['scans', 'tenants'] },
    ];
    expect(deletionOrder(tables).map(({ name }) => name)).toEqual(['results', 'scans', 'tenants']);
  });

  it('is refused for tables that refer to each other', () => {
    const circle = [
      { name: 'one', refersTo: ['two'] },
      { name: 'two', refersTo: ['one'] },
    ];
    expect(() => deletionOrder(circle)).toThrow('refer to each other: one, two');
  });
});
