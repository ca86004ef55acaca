import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { AssessmentExpiry } from '../../src/modules/ucf/assessment.jobs.js';
import { createLog } from '../../src/platform/log.js';
import { catalogueOf, universalControlId } from '../catalogue/shipped.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from './assessments.js';

const HOUR = 3_600_000;
const CODE = 'UCF-GOV-03';
const control = catalogueOf().universalControlById.get(universalControlId(CODE))?.mappings[0]?.control;

describe('the expiry of an assessment', () => {
  let service: TestService;
  let persistence: Persistence;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    persistence = await openPersistence(service.config, createLog('silent'));
  });
  afterAll(async () => {
    await persistence.close();
    await service.stop();
  });
  beforeEach(async () => {
    tenant = await service.addTenant(`Expiring${(tenants += 1)}`, 'ENTERPRISE');
  });

  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
  const judge = (status: string, expiresAt: Date | null, details = 'Seen.') =>
    assess(tenant.auditor, universalControlId(CODE), status, {
      details,
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    });
  const expireAt = (now: Date) => {
    const { database, catalogue } = persistence;
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    const expiry = new AssessmentExpiry({ database, catalogue, clock, log: createLog('silent') });
    return expiry.run(new AbortController().signal);
  };
  const standing = () =>
    tenant.member.rest<{
      status: string;
      assurance: object | null;
      assessment_history: { changed_by: string | null }[];
    }>(`/api/compliance/controls/${control?.id ?? ''}`);
  const listed = () =>
    tenant.member.rest<
      { id: string; status: string; expires_at: string | null; expired_assessment_id: string | null }[]
    >('/api/ucf/assessments');

  it('leaves it in force before its end, and decides its controls again after it, once', async () => {
    const end = inHours(1);
    const { id } = await judge('compliant', end);
    expect(await listed()).toMatchObject([{ id, expires_at: end.toISOString(), expired_assessment_id: null }]);
    await expireAt(new Date(end.getTime() - 1));
    expect((await standing()).status).toBe('passed');
    await expireAt(end);
    await expireAt(inHours(2));
    expect(await standing()).toMatchObject({
      status: 'not_assessed',
      assurance: null,
      assessment_history: [{ changed_by: null }, {}],
    });
    expect(await listed()).toMatchObject([{ status: 'not_assessed', expired_assessment_id: id }, { id }]);
  });

  it('is recorded in the audit trail as the work of the service', async () => {
    const { id } = await judge('compliant', inHours(1));
    await expireAt(inHours(2));
    const found = await service.database.query(
      `select actor_type, actor_id, after ->> 'expiredAssessmentId' as expired from audit_log
       where tenant_id = $1 and action = 'assessment.expired'`,
      [tenant.tenantId],
    );
    expect(found).toEqual([{ actor_type: 'system', actor_id: null, expired: id }]);
  });

  it('does nothing where a newer assessment has taken its place', async () => {
    await judge('compliant', inHours(1));
    await judge('compliant', null);
    await expireAt(inHours(2));
    expect((await standing()).status).toBe('passed');
    expect(await listed()).toHaveLength(2);
  });

  it('is refused in the past, naming the field', async () => {
    const { status, body } = await tenant.auditor.post('/api/ucf/assessments', {
      universal_control_id: universalControlId(CODE),
      status: 'compliant',
      expires_at: inHours(-1).toISOString(),
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('/expires_at');
    expect(await listed()).toEqual([]);
  });
});
