import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const LIMIT = 100;
const REQUESTS = 20;
/** 20,000 values: 20 units, beside the one of every request. */
const BODY = `{"query":"{ me { id } }","variables":{"ignored":[${'0,'.repeat(20_000)}0]}}`;

describe('requests that are let in at once', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ settings: { rateLimitPerMinute: LIMIT } });
  });
  afterAll(() => service.stop());

  function begin(): ClientRequest {
    const begun = request(new URL('/graphql', service.baseUrl), {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) },
        authorization: `Bearer ${service.a.admin.token ?? ''}`,
      },
    });
    begun.flushHeaders();
    return begun;
  }

  const statusOf = (begun: ClientRequest) =>
    new Promise<number | undefined>((resolve, reject) => {
      begun.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      begun.once('error', reject);
    });

  it('are refused when their bodies turn out to cost more than the others have left', async () => {
    const begun = Array.from({ length: REQUESTS }, begin);
    const statuses = begun.map(statusOf);
    let asked = 0;
    await eventually(async () => {
      asked += 1;
      const { headers } = await service.a.admin.graphql('{ me { id } }');
      return Number(headers.get('x-ratelimit-remaining')) <= LIMIT - REQUESTS - asked || null;
    });
    for (const each of begun) each.end(BODY);
    const answered = await Promise.all(statuses);
    // Each of them costs 21 units: five use up what there is.
    const done = answered.filter((status) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThanOrEqual(5);
    expect(answered.filter((status) => status === 429)).toHaveLength(REQUESTS - done.length);
  });
});
