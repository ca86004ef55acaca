import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('POST /api/auth/login', () => {
  it.each([' ', '\u200b', ''])('refuses an invalid address: %j', async (email) => {
    const { status, body } = await service.anonymous.post('/api/auth/login', { email, password: 'x' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field: '/email' }] } });
  });
});

describe('a text that is not valid Unicode', () => {
  it('is refused over REST and GraphQL, and nothing of it is stored', async () => {
    const rest = await service.a.admin.put('/api/org/profile', { name: '\ud800' });
    expect(rest).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_FAILED' } } });
    const { body } = await service.a.admin.graphql(
      'mutation ($i: UpdateOrganizationInput!) { updateOrganization(input: $i) { organization { name } } }',
      { i: { name: 'a\udfff' } },
    );
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
    expect(await service.a.admin.rest<{ name: string }>('/api/org/profile')).toMatchObject({ name: 'Alpha' });
  });
});
