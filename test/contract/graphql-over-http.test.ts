import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverAudits, type AuditResult } from 'graphql-http';
import { startService, type TestService } from '../support/service.js';

describe('GraphQL over HTTP, by the audits of its working group', () => {
  let service: TestService;
  let results: AuditResult[];

  beforeAll(async () => {
    service = await startService();
    const authorization = `Bearer ${service.a.member.token ?? ''}`;
    const fetchFn = (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', authorization);
      // Without it the service answers no GET: other sites could send one.
      headers.set('apollo-require-preflight', 'true');
      return fetch(url, { ...init, headers });
    };
    const audits = serverAudits({ url: `${service.baseUrl}/graphql`, fetchFn });
    results = [];
    for (const audit of audits) results.push(await audit.fn());
  });
  afterAll(() => service.stop());

  it.each(['MUST', 'SHOULD'])('passes every audit of level %s', (level) => {
    const failed = results.filter(({ name, status }) => name.startsWith(level) && status !== 'ok');
    expect(failed.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
    expect(results.filter(({ name }) => name.startsWith(level)).length).toBeGreaterThan(10);
  });

  it('passes every audit of level MAY', () => {
    const failed = results.filter(({ name, status }) => name.startsWith('MAY') && status !== 'ok');
    expect(failed.map(({ id }) => id)).toEqual([]);
  });
});
