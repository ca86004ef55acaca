import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { anyOf } from '../support/any-of.js';
import { Client, type Answer } from '../support/client.js';
import { baseUrlOf, PASSWORD, startService, type TestService } from '../support/service.js';
import { ShiftedClock } from './shifted-clock.js';

/** Limit of failed logins. Source: schema/contract/limits.md: 10 failures of one account in 15 minutes. */
const FAILURES_MAX = 10;
const WINDOW_SECONDS = 15 * 60;

describe('failed logins', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  function logIn(email: string, password: string): Promise<Answer> {
    return service.anonymous.post('/api/auth/login', { email, password });
  }

  async function failTenTimes(email: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let time = 0; time < FAILURES_MAX; time += 1) statuses.push((await logIn(email, 'wrong')).status);
    return statuses;
  }

  it('return 401 ten times, then the account is locked even for the right password', async () => {
    expect(await failTenTimes('admin@alpha.example')).toEqual(Array(FAILURES_MAX).fill(401));
    const answer = await logIn('admin@alpha.example', PASSWORD);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    const retryAfter = Number(answer.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(WINDOW_SECONDS - 60);
    expect(retryAfter).toBeLessThanOrEqual(WINDOW_SECONDS);
  });

  it('count for the address in any case', async () => {
    expect((await logIn('ADMIN@Alpha.example', PASSWORD)).status).toBe(429);
  });

  it.each([
    ['in capitals', 'ADMIN@ALPHA.EXAMPLE'],
    ['with spaces around', '  admin@alpha.example \t'],
    ['with a space that does not break', 'admin@alpha.example\u00a0'],
    ['with a space of no width', 'admin\u200b@alpha.example'],
    ['with a soft hyphen', 'ad\u00admin@alpha.example'],
    ['with a mark of direction', '\u202eadmin@alpha.example'],
    ['in wide letters', 'ａｄｍｉｎ＠alpha.example'],
    ['with a line break', 'admin@alpha.example\r\n'],
  ])('count for the address %s', async (_what, email) => {
    expect((await logIn(email, PASSWORD)).status).toBe(429);
  });

  it('count for REST and GraphQL together', async () => {
    const { body } = await service.anonymous.graphql(
      'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
      { input: { email: 'admin@alpha.example', password: PASSWORD } },
    );
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: anyOf(Number) } }] });
  });

  it('do not count for another address of the same mailbox, which may belong to somebody else', async () => {
    expect((await logIn('admin+other@alpha.example', PASSWORD)).status).toBe(401);
  });

  it('do not count for other accounts', async () => {
    expect((await logIn('auditor@alpha.example', PASSWORD)).status).toBe(200);
    expect((await logIn('admin@beta.example', PASSWORD)).status).toBe(200);
  });

  it('do not affect the tokens of the account', async () => {
    expect((await service.a.admin.get('/api/org/profile')).status).toBe(200);
  });

  it('return 401 ten times for an address without an account too', async () => {
    expect(await failTenTimes('nobody@alpha.example')).toEqual(Array(FAILURES_MAX).fill(401));
    expect((await logIn('nobody@alpha.example', PASSWORD)).status).toBe(429);
  });

  it('return 401 no more than ten times when they arrive concurrently', async () => {
    const guesses = Array.from({ length: 30 }, (_, index) => logIn('member@beta.example', `guess ${index}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(FAILURES_MAX);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it('do not limit concurrent logins with the right password', async () => {
    const logins = Array.from({ length: 20 }, () => logIn('auditor@beta.example', PASSWORD));
    expect(new Set((await Promise.all(logins)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('count in all processes of the service together, and expire', async () => {
    const email = 'auditor@alpha.example';
    const clock = new ShiftedClock();
    const other = await createApp({ config: service.config, log: createLog('silent'), clock });
    await other.start();
    const processes = [service.baseUrl, baseUrlOf(other)].map((baseUrl) => new Client(baseUrl, null));
    const tryAt = async (no: number, password: string) =>
      (await processes[no % 2]?.post('/api/auth/login', { email, password }))?.status;
    for (let time = 0; time < FAILURES_MAX; time += 1) expect(await tryAt(time, 'wrong')).toBe(401);
    expect([await tryAt(0, PASSWORD), await tryAt(1, PASSWORD)]).toEqual([429, 429]);
    await clock.at((WINDOW_SECONDS + 1) * 1_000, async () => expect(await tryAt(1, 'wrong')).toBe(401));
    await clock.at((WINDOW_SECONDS + 2) * 1_000, async () => expect(await tryAt(1, PASSWORD)).toBe(200));
    await other.stop();
  });

  it('are stored without the address', async () => {
    await logIn('my password by mistake', 'wrong');
    const [dump] = await service.database.query<{ text: string }>(
      `select database_to_xml(true, false, '')::text as text`,
    );
    expect(dump?.text).not.toMatch(/my ?password ?by ?mistake/);
  });
});
