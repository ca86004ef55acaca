import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStoredNotes } from '../../src/modules/audit/head-objects.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { signerOf } from './signing.js';

/** What the owner of the database does after a change of the second entry: every hash is computed again. */
const REHASH = `
  do $$
  declare
    entry audit_log;
    latest text := repeat('0', 64);
  begin
    for entry in select * from audit_log where tenant_id = '%tenant%' order by sequence loop
      entry.previous_hash := latest;
      latest := audit_hash(entry);
      update audit_log set previous_hash = entry.previous_hash, hash = latest
      where tenant_id = entry.tenant_id and sequence = entry.sequence;
    end loop;
  end $$`;

describe('the signer of a trail whose owner deletes the signed heads of the database', () => {
  let service: TestService;
  let signer: ReturnType<typeof signerOf>;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    signer = signerOf(service);
  });
  afterAll(() => service.stop());
  /** Two heads: of three entries and of four, in the object store and in the database. */
  beforeEach(async () => {
    tenant = await service.addTenant(`Rewritten${(tenants += 1)}`, 'ENTERPRISE');
    const change = (days: number) => tenant.admin.put('/api/org/profile', { settings: { retention_days: days } });
    await change(400);
    await change(401);
    expect(await signer.sign(tenant.tenantId)).toBe(true);
    await change(402);
    expect(await signer.sign(tenant.tenantId)).toBe(true);
  });

  const notes = () => readStoredNotes(signer.objects, tenant.tenantId);
  const asOwner = async (...statements: string[]) => {
    await service.database.query('set session_replication_role = replica');
    for (const each of statements) await service.database.query(each.replaceAll('%tenant%', tenant.tenantId));
    await service.database.query('set session_replication_role = origin');
  };
  const rows = () => service.database.query('select 1 from audit_heads where tenant_id = $1', [tenant.tenantId]);

  it('signs no rewritten trail, and leaves every object as it is', async () => {
    const before = await notes();
    await asOwner(
      `update audit_log set action = 'harmless.change' where tenant_id = '%tenant%' and sequence = 2`,
      REHASH,
      `delete from audit_heads where tenant_id = '%tenant%'`,
    );
    await expect(signer.sign(tenant.tenantId)).rejects.toThrow('is in the object store');
    expect([await notes(), await rows()]).toEqual([before, []]);
  });

  it('signs no trail that was rewritten and cut to the size of an earlier head', async () => {
    const before = await notes();
    await asOwner(
      `delete from audit_log where tenant_id = '%tenant%' and sequence = (select max(sequence) from audit_log where tenant_id = '%tenant%')`,
      `update audit_log set action = 'harmless.change' where tenant_id = '%tenant%' and sequence = 2`,
      REHASH,
      `delete from audit_heads where tenant_id = '%tenant%'`,
    );
    await expect(signer.sign(tenant.tenantId)).rejects.toThrow('its head in the object store');
    expect([await notes(), await rows()]).toEqual([before, []]);
  });

  it('signs no rewritten trail that an earlier head is left of, and that has grown', async () => {
    const before = await notes();
    await tenant.admin.put('/api/org/profile', { settings: { retention_days: 403 } });
    await asOwner(
      `delete from audit_heads where tenant_id = '%tenant%' and size = (select max(size) from audit_heads where tenant_id = '%tenant%')`,
      `update audit_log set action = 'harmless.change' where tenant_id = '%tenant%'
        and sequence = (select max(sequence) - 1 from audit_log where tenant_id = '%tenant%')`,
      REHASH,
    );
    await expect(signer.sign(tenant.tenantId)).rejects.toThrow('is in the object store');
    expect(await notes()).toEqual(before);
  });

  it('goes on with the head of the object store where its row was lost, as by a process that was killed between the two', async () => {
    const before = await notes();
    await asOwner(
      `delete from audit_heads where tenant_id = '%tenant%' and size = (select max(size) from audit_heads where tenant_id = '%tenant%')`,
      `delete from outbox where tenant_id = '%tenant%' and sequence = (select max(sequence) from outbox where tenant_id = '%tenant%')`,
    );
    expect(await signer.sign(tenant.tenantId)).toBe(true);
    expect([await notes(), (await rows()).length]).toEqual([before, 2]);
    expect(await signer.sign(tenant.tenantId)).toBe(false);
  });
});
