import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { sql } from '../../src/platform/database/database.js';
import { rows } from '../support/rows.js';
import { minute, PostureBench } from './bench.js';

const RESULTS = ['held', 'pass', 'fail'];

describe('the status ledger', () => {
  let bench: PostureBench;

  beforeAll(async () => {
    bench = await PostureBench.open();
  });
  afterAll(() => bench.close());

  it('gets one row per changed status and none for an unchanged decision', async () => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    const integration = await tenant.addIntegration();
    await tenant.voteOn(integration, control, 'fail', minute(1));
    expect(await tenant.decide([control])).toHaveLength(1);
    expect(await tenant.decide([control])).toEqual([]);
    await tenant.voteOn(integration, control, 'fail', minute(2));
    expect(await tenant.decide([control])).toEqual([]);
    await tenant.voteOn(integration, control, 'pass', minute(3));
    expect(await tenant.decide([control])).toHaveLength(1);
    expect((await tenant.ledger(control)).map((row) => [row.previous_status, row.status])).toEqual([
      ['not_assessed', 'failed'],
      ['failed', 'passed'],
    ]);
  });

  it('raises the posture version by one per decision that changes any status', async () => {
    const controls = bench.catalogue.controls.slice(0, 50);
    const tenant = await bench.addTenant();
    const integration = await tenant.addIntegration();
    expect((await tenant.posture()).version).toBe('0');
    await tenant.decide(controls);
    expect((await tenant.posture()).version).toBe('0');
    for (const control of controls) await tenant.voteOn(integration, control, 'pass', minute(1));
    await tenant.decide(controls);
    expect((await tenant.posture()).version).toBe('1');
    await tenant.decide(controls);
    expect((await tenant.posture()).version).toBe('1');
  });

  it('records user, time, scan and reason of a change', async () => {
    const control = bench.controlMappedTo(1);
    const tenant = await bench.addTenant();
    const scanId = randomUUID();
    await tenant.voteOn(await tenant.addIntegration(), control, 'fail', minute(1));
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

  it('records the deciding assessment and its partial compliance as the reason', async () => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    await tenant.assess(control.mappings[0]?.universalControl.no ?? -1, 'compliant', minute(1));
    const deciding = await tenant.assess(
      control.mappings[1]?.universalControl.no ?? -1,
      'partially_compliant',
      minute(1),
    );
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

  it('gets no row for a control outside the decision', async () => {
    const [asked, other] = [bench.controlMappedTo(3), bench.controlMappedTo(1)];
    const tenant = await bench.addTenant();
    const integration = await tenant.addIntegration();
    await tenant.voteOn(integration, asked, 'pass', minute(1));
    await tenant.voteOn(integration, other, 'pass', minute(1));
    await tenant.decide([asked]);
    const posture = await tenant.posture();
    expect([posture.statusOf(asked), posture.statusOf(other)]).toEqual(['passed', 'not_assessed']);
    expect(await tenant.ledger(other)).toEqual([]);
  });

  it('stays continuous under concurrent decisions: each previous status equals the status before it', async () => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    const covered = control.mappings.flatMap(({ universalControl: { no }, covers }) =>
      covers.map((element) => ({ no, element })),
    );
    const integrations: string[] = [];
    for (let n = 0; n < 24; n += 1) integrations.push(await tenant.addIntegration());
    // Each transaction votes for an integration of its own: nothing but the posture's lock makes one wait for another.
    await Promise.all(
      integrations.map((id, n) =>
        tenant.decide([control], {}, (em) =>
          rows(
            em,
            sql`insert into element_votes (tenant_id, integration_id, universal_no, element, found, scan_id, evaluated_at)
                select ${tenant.tenantId}, ${id}, universal_no, element, ${RESULTS[n % 3]}, gen_random_uuid(), ${minute(n)}
                from unnest(${covered.map(({ no }) => no)}::int[], ${covered.map(({ element }) => element)}::int[])
                  as covered (universal_no, element)`,
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
    await tenant.voteOn(await tenant.addIntegration(), control, 'pass', minute(1));
    await tenant.decide([control]);
    const attempt = bench.database.within({ kind: 'tenant', tenantId: tenant.tenantId }, () =>
      rows(bench.database.fork(), statement),
    );
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
    expect(await tenant.ledger(control)).toHaveLength(1);
  });
});
