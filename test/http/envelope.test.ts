import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf } from '../support/any-of.js';
import { startService, type TestService } from '../support/service.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BARE = { 'x-service-envelope': 'none' };

describe('the envelope', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('contains the data and the id of the request', async () => {
    const { status, body, headers } = await service.a.admin.get('/api/org/profile');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { data, ...rest } = body as { data: object };
    expect(data).toHaveProperty('tenant_id', service.a.tenantId);
    expect(rest).toEqual({ meta: { request_id: headers.get('x-request-id') } });
  });

  it('contains a list as an array', async () => {
    const { body } = await service.a.admin.get('/api/compliance/frameworks');
    expect((body as { data: unknown[] }).data).toHaveLength(7);
  });

  it('contains an error with code, message and details', async () => {
    const { status, body, headers } = await service.a.admin.get('/api/scans?limit=0');
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: 'VALIDATION_FAILED',
        message: anyOf(String),
        details: [{ field: '/limit', message: expect.stringContaining('1 to 100') }],
      },
      meta: { request_id: headers.get('x-request-id') },
    });
  });

  it('is omitted around data on request', async () => {
    const profile = await service.a.admin.get('/api/org/profile', BARE);
    expect(profile.body).toHaveProperty('tenant_id', service.a.tenantId);
    const frameworks = await service.a.admin.get('/api/compliance/frameworks', BARE);
    expect(frameworks.body).toHaveLength(7);
    const scans = await service.a.admin.get('/api/scans', BARE);
    expect(scans.body).toEqual([]);
    const evidence = await service.a.admin.get('/api/evidence', BARE);
    expect(evidence.body).toEqual([]);
  });

  it('is omitted around an error on request', async () => {
    const { status, body } = await service.anonymous.get('/api/org/profile', BARE);
    expect(status).toBe(401);
    expect(body).toEqual({ code: 'UNAUTHENTICATED', message: anyOf(String), details: [] });
  });

  it('is not omitted for any other value of the header', async () => {
    const { body } = await service.a.admin.get('/api/org/profile', { 'x-service-envelope': 'full' });
    expect(body).toHaveProperty('meta.request_id');
  });

  it('repeats the request id of the client', async () => {
    for (const id of ['abc', 'Trace:1.2_3-4', 'x'.repeat(128)]) {
      const { body, headers } = await service.a.admin.get('/api/org/profile', { 'x-request-id': id });
      expect(headers.get('x-request-id')).toBe(id);
      expect(body).toHaveProperty('meta.request_id', id);
    }
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with a space', 'a b'],
    ['with markup', '<script>'],
    ['with a quote', `a"b`],
  ])('replaces a request id that is %s', async (_what, id) => {
    const { headers } = await service.a.admin.get('/api/org/profile', { 'x-request-id': id });
    expect(headers.get('x-request-id')).toMatch(UUID);
  });

  it('has a different request id for every request', async () => {
    const [one, other] = [await service.anonymous.get('/api/x'), await service.anonymous.get('/api/x')];
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
  });

  it('has its request id in GraphQL errors too', async () => {
    const headers = { 'x-request-id': 'mine' };
    const unknown = await service.a.admin.post('/graphql', { query: '{ scan(id: "x") { id } }' }, headers);
    expect(unknown.body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', requestId: 'mine' } }] });
    const nobody = await service.anonymous.post('/graphql', { query: '{ me { id } }' }, headers);
    expect(nobody.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED', requestId: 'mine' } }] });
    expect(nobody.headers.get('x-request-id')).toBe('mine');
  });

  it('is never cached, and its content type never guessed by browsers', async () => {
    const { headers } = await service.a.admin.get('/api/org/profile');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('has times as RFC 3339 in UTC with milliseconds', async () => {
    const { created_at: createdAt } = await service.a.admin.rest<{ created_at: string }>('/api/org/profile');
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
