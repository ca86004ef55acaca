import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

interface Integration {
  id: string;
  name: string;
  status: string;
  schedule: { cron: string } | null;
}

describe('an organization managed over REST alone', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const dataOf = ({ body }: { body: unknown }) => (body as { data: unknown }).data;

  it('connects, renames, schedules, tests and disconnects an integration', async () => {
    const { admin } = service.a;
    const { status, ...connected } = await admin.post('/api/org/integrations', { type: 'demo', name: 'Cloud' });
    expect(status).toBe(201);
    const { id } = dataOf(connected) as Integration;
    const path = `/api/org/integrations/${id}`;
    expect(dataOf(await admin.put(path, { name: 'Main cloud' }))).toMatchObject({ id, name: 'Main cloud' });
    const scheduled = await admin.put(`${path}/schedule`, { cron: '0 3 * * *' });
    expect(dataOf(scheduled)).toMatchObject({ schedule: { cron: '0 3 * * *' } });
    expect(dataOf(await admin.put(`${path}/schedule`, { cron: null }))).toMatchObject({ schedule: null });
    expect(dataOf(await admin.post(`${path}/test`))).toMatchObject({ problems: [], integration: { id } });
    expect(dataOf(await admin.post(`${path}/disconnect`))).toMatchObject({ status: 'disconnected' });
    const again = await admin.post(`${path}/disconnect`);
    expect([again.status, again.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }]);
  });

  it('creates a key that reads, and revokes it', async () => {
    const { admin } = service.a;
    const created = await admin.post('/api/org/api-keys', { name: 'Reader' });
    const { key, api_key: apiKey } = dataOf(created) as { key: string; api_key: { id: string; scopes: string[] } };
    expect(apiKey.scopes).toEqual(['read']);
    const withKey = { authorization: `Bearer ${key}` };
    expect((await service.anonymous.get('/api/scans', withKey)).status).toBe(200);
    expect((await admin.send('DELETE', `/api/org/api-keys/${apiKey.id}`)).status).toBe(204);
    expect((await service.anonymous.get('/api/scans', withKey)).status).toBe(401);
  });

  it('finds what was done in the audit trail', async () => {
    const { admin, auditor, member } = service.a;
    await admin.post('/api/org/integrations', { type: 'demo', name: 'Another' });
    const entries = dataOf(await auditor.get('/api/audit-log?action=integration.&limit=1'));
    expect(entries).toMatchObject([{ action: 'integration.connected', actor: { type: 'user' } }]);
    expect((await member.get('/api/audit-log')).status).toBe(403);
  });

  it('takes the id of a thing from the path alone', async () => {
    const { admin } = service.a;
    const [first, second] = dataOf(await admin.get('/api/org/integrations')) as Integration[];
    const refused = await admin.put(`/api/org/integrations/${first?.id ?? ''}`, {
      integration_id: second?.id,
      name: 'Taken',
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { details: [{ field: '/integration_id', message: 'is not known' }] } });
    const unwanted = await admin.post(`/api/org/integrations/${first?.id ?? ''}/test`, { name: 'Unwanted' });
    expect(unwanted.body).toMatchObject({ error: { details: [{ field: '', message: 'this path accepts no body' }] } });
    const after = dataOf(await admin.get('/api/org/integrations')) as Integration[];
    const names = after.map(({ name }) => name);
    expect(names).not.toContain('Taken');
  });
});
