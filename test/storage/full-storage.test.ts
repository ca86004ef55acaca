import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startService, type TestService } from '../support/service.js';

describe('a service whose disk has less free space than the reserve', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { storageReserveBytes: Number.MAX_SAFE_INTEGER } });
  });
  afterAll(() => service.stop());

  it('is ready and says that its storage is full', async () => {
    const { status, body } = await service.anonymous.get('/readyz');
    expect([status, body]).toEqual([200, expect.objectContaining({ storage: 'full' })]);
  });

  it('refuses an upload with a time to try again, and keeps nothing of it', async () => {
    const { status, headers, body } = await service.a.admin.upload('/api/evidence/upload', 'the policy', 'policy.txt');
    expect([status, headers.get('retry-after')]).toEqual([503, '300']);
    expect(body).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect(await service.a.admin.rest<unknown[]>('/api/evidence')).toEqual([]);
    const stored = await service.database.query(`select 1 from audit_log where action = 'evidence.uploaded'`);
    expect(stored).toEqual([]);
  });

  it('logs in, reads, and changes what needs no file', async () => {
    const { emails, auditor, admin } = service.a;
    const login = await service.anonymous.post('/api/auth/login', { email: emails.admin, password: PASSWORD });
    expect(login.status).toBe(200);
    expect((await auditor.get('/api/compliance/frameworks')).status).toBe(200);
    expect((await auditor.graphql('{ me { email } }')).body).not.toHaveProperty('errors');
    await admin.data('mutation { updateMe(input: { name: "Somebody Else" }) { member { name } } }');
  });
});
