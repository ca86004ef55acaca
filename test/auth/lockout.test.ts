import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/modules/auth/guess.rules.js';
import { runCli } from '../operations/cli.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';

/** Addresses that are documentation's (RFC 5737, RFC 3849): a proxy of this test says that clients are there. */
const HOME = '192.0.2.1';

describe('guessing', () => {
  let service: TestService;
  let next = 0;

  beforeAll(async () => {
    service = await startService({ settings: { trustProxy: true } });
  });
  afterAll(() => service.stop());

  const logIn = async (email: string, password: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    return (await service.anonymous.post('/api/auth/login', { email, password }, headers)).status;
  };
  /** An address that nobody has used before. */
  const stranger = () => `2001:db8:${(next += 1).toString(16)}::1`;
  const fail = async (count: number, guess: (at: number) => Promise<number>) => {
    for (let at = 0; at < count; at += 1) expect(await guess(at)).toBe(401);
  };

  it('at one account from one address ends after ten failures, and not for others elsewhere', async () => {
    const [email, from] = ['admin@alpha.example', stranger()];
    await fail(LIMITS.accountAndAddress.limit, () => logIn(email, 'wrong', from));
    expect(await logIn(email, PASSWORD, from)).toBe(429);
    expect(await logIn(email, PASSWORD, stranger())).toBe(200);
    expect(await logIn('auditor@alpha.example', PASSWORD, from)).toBe(200);
  });

  it.each([
    ['addresses of one subscriber', '2001:db8:ffff:1::1', '2001:db8:ffff:1:2:3:4:5'],
    ['spellings of one address', '198.51.100.7', '::ffff:198.51.100.7'],
    ['ports of one address', '198.51.100.8:4711', '198.51.100.8:4712'],
    ['capitals of one address', '2001:DB8:FFFF:2::A', '2001:db8:ffff:2:0:0:0:a'],
  ])('counts %s together', async (_what, first, second) => {
    const email = 'member@alpha.example';
    await fail(LIMITS.accountAndAddress.limit, (at) => logIn(email, 'wrong', at % 2 ? first : second));
    expect(await logIn(email, PASSWORD, first)).toBe(429);
    await forget();
  });

  it('at one account from many addresses ends for new addresses, and never for one that has logged in before', async () => {
    const email = 'admin@beta.example';
    expect(await logIn(email, PASSWORD, HOME)).toBe(200);
    await fail(LIMITS.account.limit, () => logIn(email, 'wrong', stranger()));
    expect(await logIn(email, PASSWORD, stranger())).toBe(429);
    expect(await logIn(email, PASSWORD, HOME)).toBe(200);
  });

  it('does not end a session, nor its owner’s change of password', async () => {
    const { admin } = service.b;
    const change = await admin.graphql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }',
      { input: { currentPassword: PASSWORD, newPassword: 'another horse, another stable' } },
    );
    expect(change.body).not.toHaveProperty('errors');
  });

  it('at many accounts from one address (spraying) ends, also at accounts that were not tried yet', async () => {
    const from = stranger();
    await fail(LIMITS.address.limit, (at) => logIn(`person${at}@sprayed.example`, 'Summer2026!', from));
    expect(await logIn('auditor@beta.example', PASSWORD, from)).toBe(429);
    expect(await logIn('auditor@beta.example', PASSWORD, stranger())).toBe(200);
  });

  it('at many accounts from many addresses ends for new addresses, and never for one that has logged in before', async () => {
    expect(await logIn('member@beta.example', PASSWORD, HOME)).toBe(200);
    await logIn('nobody@sprayed.example', 'Summer2026!', stranger());
    await service.database.query(
      `update login_failures set failures = $1 where account = encode(sha256('service '), 'hex')`,
      [LIMITS.service.limit],
    );
    expect(await logIn('member@beta.example', PASSWORD, stranger())).toBe(429);
    expect(await logIn('member@beta.example', PASSWORD, HOME)).toBe(200);
    await forget();
  });

  it('is forgotten by a command of the operator', async () => {
    const [email, from] = ['auditor@alpha.example', stranger()];
    await fail(LIMITS.accountAndAddress.limit, () => logIn(email, 'wrong', from));
    expect(await logIn(email, PASSWORD, from)).toBe(429);
    const settings = {
      DATABASE_URL: service.config.databaseUrl ?? '',
      DATA_DIR: service.config.dataDir,
      SECRET_KEY: 'of the command line, in this test alone',
    };
    const result = await runCli(settings, 'user', 'unlock', '--email', 'Auditor@Alpha.example');
    expect(result).toMatchObject({ code: 0, stderr: '', stdout: 'failed logins of the account are forgotten\n' });
    expect(await logIn(email, PASSWORD, from)).toBe(200);
  });

  it.each([
    ['address', (from: string) => ['--address', from], LIMITS.address.limit],
    ['service', () => ['--service'], LIMITS.service.limit],
  ])('is forgotten of the %s by a command of the operator', async (what, options, limit) => {
    const from = stranger();
    await logIn('nobody@sprayed.example', 'Summer2026!', from);
    await service.database.query('update login_failures set failures = $1 where subject is null and failures = 1', [
      limit,
    ]);
    // The lock of the address is that of this address; that of the service is everywhere.
    const anywhere = what === 'service' ? stranger() : from;
    expect(await logIn('auditor@beta.example', PASSWORD, anywhere)).toBe(429);
    const settings = { DATABASE_URL: service.config.databaseUrl ?? '', DATA_DIR: service.config.dataDir };
    const secret = { SECRET_KEY: 'of the command line, in this test alone' };
    const result = await runCli({ ...settings, ...secret }, 'user', 'unlock', ...options(from));
    expect(result).toMatchObject({ code: 0, stderr: '', stdout: `failed logins of the ${what} are forgotten\n` });
    expect(await logIn('auditor@beta.example', PASSWORD, anywhere)).toBe(200);
    await forget();
  });

  const forget = () => service.database.query('delete from login_failures');
});
