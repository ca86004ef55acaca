import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomUUID } from 'node:crypto';
import { bindToTenant } from '../../schema/migrations/row-level-security.js';
import { rotate } from '../../src/cli/secrets.js';
import type { Config } from '../../src/config/config.js';
import { findSealed } from '../../src/platform/crypto/reseal.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { Owner } from '../../src/platform/database/owner.js';
import { createLog } from '../../src/platform/log.js';
import { SEALED_COLUMNS } from '../../src/app/features.js';
import { furnish } from '../access/world.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { SECRET } from '../webhooks/webhooks.js';

const NEW_KEY = createHash('sha256').update('the new key').digest();
const COLUMNS = [
  { table: 'sealed_things', column: 'secret' },
  { table: 'sealed_things', column: 'config', place: (id: string) => `thing ${id}` },
  ...SEALED_COLUMNS,
];

describe('sealed secrets', () => {
  let service: TestService;
  let owner: Owner;
  let rotated: Config;
  const ids = { a: randomUUID(), b: randomUUID() };

  beforeAll(async () => {
    service = await startService();
    owner = await Owner.connect(service.database.url, createLog('silent'));
    rotated = { ...service.config, secretKey: NEW_KEY, previousSecretKeys: [service.config.secretKey] };
  });
  afterAll(async () => {
    await owner.close();
    await service.stop();
  });

  it('are in no column that is not registered', async () => {
    const { webhookId } = await furnish(service, service.a);
    await service.a.admin.data(
      'mutation ($i: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $i) { webhook { id } } }',
      { i: { webhookId, secret: 'the next secret of it' } },
    );
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    for (const tenantId of await owner.tenants()) {
      await owner.bind(tenantId);
      const found = await findSealed(owner);
      expect(found.filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  it('are registered in columns that exist', async () => {
    for (const { table, column } of SEALED_COLUMNS) {
      const owned = table === 'accounts' ? 'id' : 'id, tenant_id';
      await expect(owner.client.query(`select ${owned}, ${column} from ${table} limit 0`)).resolves.toBeDefined();
    }
  });

  it('are sealed again under the new key, each at its own place', async () => {
    await owner.client.query(
      `create table sealed_things (id uuid primary key, tenant_id uuid not null, secret text, config jsonb)`,
    );
    for (const statement of bindToTenant('sealed_things')) await owner.client.query(statement);
    const old = new Vault(service.config.secretKey);
    for (const [tenantId, id] of [
      [service.a.tenantId, ids.a],
      [service.b.tenantId, ids.b],
    ] as const) {
      const config = { url: 'https://v1.example', auth: [{ token: old.seal('in JSON', `thing ${id}`) }], n: 1 };
      await owner.client.query('insert into sealed_things values ($1, $2, $3, $4)', [
        id,
        tenantId,
        old.seal('in text', `sealed_things ${id} secret`),
        config,
      ]);
    }
    const enrol = 'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }';
    const { enrolMfa } = await service.b.member.data<{ enrolMfa: { enrolment: { secret: string } } }>(enrol, {
      i: { password: PASSWORD },
    });
    await rotate(rotated, COLUMNS);
    const vault = new Vault(NEW_KEY);
    const seeds = await service.database.query<{ id: string; seed: string }>(
      'select id, mfa_secret as seed from accounts where mfa_secret is not null',
    );
    // At the place of the time when it was a column of users.
    expect(seeds.map(({ id, seed }) => vault.open(seed, `users ${id} mfa_secret`))).toEqual([
      enrolMfa.enrolment.secret,
    ]);
    const { rows } = await owner.client.query<Thing>('select id, secret, config from sealed_things order by id');
    expect(rows).toHaveLength(2);
    for (const { id, secret, config } of rows) {
      expect(vault.open(secret, `sealed_things ${id} secret`)).toBe('in text');
      expect(vault.open(config.auth[0]?.token ?? '', `thing ${id}`)).toBe('in JSON');
      expect(config).toMatchObject({ url: 'https://v1.example', n: 1 });
    }
  });

  it('of webhooks are sealed again at their one place, also while they are rotated', async () => {
    const vault = new Vault(NEW_KEY);
    const [webhook] = await service.database.query<{ id: string; secret: string; previous_secret: string }>(
      'select id, secret, previous_secret from webhooks where previous_secret is not null',
    );
    const place = `webhooks ${webhook?.id ?? ''} secret`;
    expect(vault.open(webhook?.secret ?? '', place)).toBe('the next secret of it');
    expect(vault.open(webhook?.previous_secret ?? '', place)).toBe(SECRET);
  });

  it('are unchanged by a second rotation', async () => {
    const read = () => owner.client.query<Thing>('select * from sealed_things order by id');
    const before = await read();
    await rotate(rotated, COLUMNS);
    expect((await read()).rows).toEqual(before.rows);
  });

  it('that no given key opens stop the rotation, which names the row and no secret', async () => {
    const foreign = { ...service.config, secretKey: createHash('sha256').update('a third key').digest() };
    const failure = await rotate(foreign, COLUMNS).catch((err: unknown) => err);
    expect(String(failure)).toMatch(/cannot open the secret in sealed_things [0-9a-f-]{36} secret/);
    expect(String(failure)).not.toContain('v1.');
  });

  it('in a column that is not registered stop the rotation, which names the column', async () => {
    const failure = await rotate(rotated, COLUMNS.toSpliced(1, 1)).catch((err: unknown) => err);
    expect(String(failure)).toContain('sealed_things.config');
  });
});

interface Thing {
  id: string;
  secret: string;
  config: { auth: { token: string }[] };
}
