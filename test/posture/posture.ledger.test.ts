import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rows, sql } from '../../src/platform/database/database.js';
import { minute, PostureBench } from './bench.js';

const RESULTS = ['not_applicable', 'pass', 'fail'];

describe('the ledger of statuses', () => {
  let bench: PostureBench;

  beforeAll(async () => {
    bench = await PostureBench.open();
  });
  afterAll(() => bench.close());

  it('has a row for each change, and none where a decision changes nothing', async () => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    const integration = await tenant.addIntegration();
    await tenant.vote(integration, control, 'fail', minute(1));
    expect(await tenant.decide([control])).toHaveLength(1);
    expect(await tenant.decide([control])).toEqual([]);
    await tenant.vote(integration, control, 'fail', minute(2));
    expect(await tenant.decide([control])).toEqual([]);
    await tenant.vote(integration, control, 'pass', minute(3));
    expect(await tenant.decide([control])).toHaveLength(1);
    expect((await tenant.ledger(control)).map((row) => [row.previous_status, row.status])).toEqual([
      ['not_assessed', 'failed'],
      ['failed', 'passed'],
    ]);
  });

  it('grows with the posture’s version: one more for a decision that changed something, however much', async () => {
    const controls = bench.catalogue.controls.slice(0, 50);
    const tenant = await bench.addTenant();
    const integration = await tenant.addIntegration();
    expect((await tenant.posture()).version).toBe('0');
    await tenant.decide(controls);
    expect((await tenant.posture()).version).toBe('0');
    for (const control of controls) await tenant.vote(integration, control, 'pass', minute(1));
    await tenant.decide(controls);
    expect((await tenant.posture()).version).toBe('1');
    await tenant.decide(controls);
    expect((await tenant.posture()).version).toBe('1');
  });

  it('says who, when, by which scan and why', async () => {
    const control = bench.controlMappedTo(1);
    const tenant = await bench.addTenant();
    const scanId = randomUUID();
    await tenant.vote(await tenant.addIntegration(), control, 'fail', minute(1));
    await tenant.decide([control], { at: minute(2), changedBy: tenant.userId, scanId });
    expect(await tenant.ledger(control)).toEqual([
      {
        previous_status: 'not_assessed',
        status: 'failed',
        source: 'scan',
        changed_at: minute(2),
        changed_by: tenant.userId,
        scan_id: scanId,
        assessment_id: null,
        reason: expect.stringMatching(/scan/),
      },
    ]);
  });

  it('names the assessment that decided, and that it was met in part only', async () => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    await tenant.assess(control, 0, 'compliant', minute(1));
    const deciding = await tenant.assess(control, 1, 'partially_compliant', minute(1));
    await tenant.decide([control], { source: 'assessment', changedBy: tenant.userId });
    expect(await tenant.ledger(control)).toMatchObject([
      {
        status: 'failed',
        source: 'assessment',
        assessment_id: deciding,
        reason: 'assessed as partially compliant',
      },
    ]);
  });

  it('leaves controls alone that were not asked about', async () => {
    const [asked, other] = [bench.controlMappedTo(3), bench.controlMappedTo(1)];
    const tenant = await bench.addTenant();
    const integration = await tenant.addIntegration();
    await tenant.vote(integration, asked, 'pass', minute(1));
    await tenant.vote(integration, other, 'pass', minute(1));
    await tenant.decide([asked]);
    const posture = await tenant.posture();
    expect([posture.statusOf(asked), posture.statusOf(other)]).toEqual(['passed', 'not_assessed']);
    expect(await tenant.ledger(other)).toEqual([]);
  });

  it('is unbroken when decisions come at once: each change begins where the one before ended', async () => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    const integrations: string[] = [];
    for (let n = 0; n < 24; n += 1) integrations.push(await tenant.addIntegration());
    // Each transaction votes for an integration of its own: nothing but the posture's lock makes one wait for another.
    await Promise.all(
      integrations.map((id, n) =>
        tenant.decide([control], {}, (em) =>
          rows(
            em,
            sql`insert into control_votes (tenant_id, integration_id, control_no, result, scan_id, evaluated_at)
                values (${tenant.tenantId}, ${id}, ${control.no}, ${RESULTS[n % 3]}, gen_random_uuid(), ${minute(n)})`,
          ),
        ),
      ),
    );
    const ledger = await tenant.ledger(control);
    expect(ledger.length).toBeGreaterThan(0);
    expect(ledger.map((row) => row.previous_status)).toEqual([
      'not_assessed',
      ...ledger.slice(0, -1).map((row) => row.status),
    ]);
    const posture = await tenant.posture();
    expect(posture.statusOf(control)).toBe('failed');
    expect(ledger.at(-1)?.status).toBe('failed');
    expect(posture.version).toBe(String(ledger.length));
  });

  it.each([
    ['changed', sql`update status_ledger set reason = 'nothing happened'`],
    ['removed', sql`delete from status_ledger`],
    ['emptied', sql`truncate status_ledger`],
  ])('cannot be %s by the service', async (_, statement) => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    await tenant.vote(await tenant.addIntegration(), control, 'pass', minute(1));
    await tenant.decide([control]);
    const attempt = bench.database.within({ kind: 'tenant', tenantId: tenant.tenantId }, () =>
      rows(bench.database.fork(), statement),
    );
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
    expect(await tenant.ledger(control)).toHaveLength(1);
  });
});
