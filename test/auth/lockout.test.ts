import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/modules/auth/guess.rules.js';
import { runCli } from '../operations/cli.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { ShiftedClock } from './shifted-clock.js';

/** Addresses that are documentation's (RFC 5737, RFC 3849): a proxy of this test says that clients are there. */
const HOME = '192.0.2.1';
const DAY = 86_400_000;
const LOG_IN = 'mutation ($input: LoginInput!) { login(input: $input, session: browser) { accessToken } }';

interface From {
  /** Address of the client. */
  from: string;
  /** Cookie of a browser that has logged in before. */
  device?: string | null;
}

describe('guessing', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let next = 0;

  beforeAll(async () => {
    service = await startService({ settings: { trustProxy: true }, clock });
  });
  afterAll(() => service.stop());

  /** A log-in of our page. @returns the code of its refusal, and `name=value` of the cookie by which the browser is known */
  const browse = async (email: string, password: string, { from, device = null }: From) => {
    const response = await fetch(`${service.baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        origin: service.baseUrl,
        ...(device === null ? {} : { cookie: device }),
      },
      body: JSON.stringify({ query: LOG_IN, variables: { input: { email, password } } }),
    });
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith('crosswalk-device'));
    return { code: errors?.[0]?.extensions.code ?? null, device: set?.split(';', 1)[0] ?? null };
  };
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

  describe('beside a browser that has logged in before', () => {
    let next = 0;

    /** A person of their own whose browser has logged in at an address, and is known from then on. */
    const known = async (from: string) => {
      const { emails } = await service.addTenant(`Known${(next += 1)}`, 'STARTER');
      const email = emails.member;
      const { device } = await browse(email, PASSWORD, { from });
      if (device === null) throw new Error('the browser has no cookie');
      return { email, device };
    };

    it('at its address by a neighbour does not keep it out, and keeps everybody else there out', async () => {
      const from = stranger();
      const { email, device } = await known(from);
      await fail(LIMITS.accountAndAddress.limit, () => logIn(email, 'wrong', from));
      expect(await logIn(email, PASSWORD, from)).toBe(429);
      expect((await browse(email, PASSWORD, { from, device })).code).toBeNull();
      expect(await logIn(email, PASSWORD, from)).toBe(429);
    });

    it('at its account or at all accounts from everywhere does not keep it out at an address that is new', async () => {
      const { email, device } = await known(stranger());
      await fail(LIMITS.account.limit, () => logIn(email, 'wrong', stranger()));
      const from = stranger();
      await fail(LIMITS.address.limit, (at) => logIn(`person${at}@sprayed.example`, 'Summer2026!', from));
      expect(await logIn(email, PASSWORD, from)).toBe(429);
      expect((await browse(email, PASSWORD, { from, device })).code).toBeNull();
      await forget();
    });

    it('with its stolen cookie ends after ten failures at all addresses together, and counts for nobody else', async () => {
      const { email, device } = await known(HOME);
      for (let at = 0; at < LIMITS.device.limit; at += 1)
        expect((await browse(email, 'wrong', { from: stranger(), device })).code).toBe('INVALID_CREDENTIALS');
      expect((await browse(email, PASSWORD, { from: stranger(), device })).code).toBe('RATE_LIMITED');
      // Its owner is where they were, in a window without the cookie.
      expect(await logIn(email, PASSWORD, HOME)).toBe(200);
      expect(await logIn(email, PASSWORD, stranger())).toBe(200);
    });

    it('with several of its cookies counts them together: a browser keeps its id', async () => {
      const first = await known(HOME);
      const second = await browse(first.email, PASSWORD, { from: HOME, device: first.device });
      expect(second.device).not.toBeNull();
      for (let at = 0; at < LIMITS.device.limit; at += 1) {
        const device = at % 2 === 0 ? first.device : second.device;
        expect((await browse(first.email, 'wrong', { from: stranger(), device })).code).toBe('INVALID_CREDENTIALS');
      }
      for (const device of [first.device, second.device])
        expect((await browse(first.email, PASSWORD, { from: stranger(), device })).code).toBe('RATE_LIMITED');
    });

    it('with a cookie that is forged, cut, expired or of another account is guessing without one', async () => {
      const { email, device } = await known(stranger());
      const other = await known(stranger());
      const from = stranger();
      const [name = '', value = ''] = device.split('=');
      const at = (index: number, sign: string) => `${name}=${value.slice(0, index)}${sign}${value.slice(index + 1)}`;
      const flipped = (index: number) => at(index, value[index] === 'A' ? 'B' : 'A');
      const cookies = [other.device, flipped(0), flipped(25), flipped(50), device.slice(0, -4), `${device}AAAA`];
      const wrong = [...cookies, `${name}=`, `${name}=${'A'.repeat(72)}`];
      const guesses = Array.from({ length: LIMITS.accountAndAddress.limit }, (_, guess) => wrong[guess % wrong.length]);
      for (const guess of guesses)
        expect((await browse(email, 'wrong', { from, device: guess ?? null })).code).toBe('INVALID_CREDENTIALS');
      for (const guess of wrong)
        expect((await browse(email, PASSWORD, { from, device: guess })).code).toBe('RATE_LIMITED');
      expect((await browse(email, PASSWORD, { from, device })).code).toBeNull();
      await clock.at(90 * DAY, async () => {
        await fail(LIMITS.accountAndAddress.limit, () => logIn(email, 'wrong', from));
        expect((await browse(email, PASSWORD, { from, device })).code).toBe('RATE_LIMITED');
      });
    });

    it('gives no cookie to who fails, and to what is no browser', async () => {
      const { email } = await known(stranger());
      expect((await browse(email, 'wrong', { from: stranger() })).device).toBeNull();
      const headers = { 'x-forwarded-for': stranger() };
      const { headers: answered } = await service.anonymous.post(
        '/api/auth/login',
        { email, password: PASSWORD },
        headers,
      );
      expect(answered.getSetCookie()).toEqual([]);
    });

    it('is forgotten by a command of the operator too', async () => {
      const { email, device } = await known(stranger());
      for (let at = 0; at < LIMITS.device.limit; at += 1) await browse(email, 'wrong', { from: HOME, device });
      expect((await browse(email, PASSWORD, { from: HOME, device })).code).toBe('RATE_LIMITED');
      const settings = { DATABASE_URL: service.config.databaseUrl ?? '', DATA_DIR: service.config.dataDir };
      const secret = { SECRET_KEY: 'of the command line, in this test alone' };
      expect(await runCli({ ...settings, ...secret }, 'user', 'unlock', '--email', email)).toMatchObject({ code: 0 });
      expect((await browse(email, PASSWORD, { from: HOME, device })).code).toBeNull();
    });
  });

  const forget = () => service.database.query('delete from login_failures');
});
