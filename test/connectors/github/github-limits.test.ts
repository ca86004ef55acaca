import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { GitHubServer, type Answer } from './github-server.js';
import { checkIds, collect, evaluated, NOW, probe, WaitingClock } from './visit.js';

const LIMITED: Answer = { status: 429, body: { message: 'Too many requests' } };
const RULES = 'GET /repos/acme/payments/rules/branches/main';

let server: GitHubServer;
let clock: WaitingClock;
beforeEach(async () => {
  server = new GitHubServer();
  clock = new WaitingClock();
  await server.start();
});
afterEach(() => server.stop());

describe('the rate limits of GitHub', () => {
  it('are waited for as long as Retry-After says', async () => {
    server.first('GET /orgs/acme', { ...LIMITED, headers: { 'retry-after': '7' } });
    const { resources, gaps } = await collect(server, { clock });

    expect(clock.waitsMs).toEqual([7_000]);
    expect(resources).toHaveLength(6);
    expect(gaps).toEqual([]);
  });

  it('are waited for until a second after the reset of the primary limit', async () => {
    const reset = NOW.getTime() / 1_000 + 90;
    server.first('GET /orgs/acme', {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
      body: { message: 'API rate limit exceeded for user ID 1.' },
    });
    await collect(server, { clock });

    expect(clock.waitsMs).toEqual([91_000]);
  });

  it('are waited for one minute, then two, where GitHub does not say how long', async () => {
    const secondary = { status: 403, body: { message: 'You have exceeded a secondary rate limit. Please wait.' } };
    server.first('GET /orgs/acme', secondary, secondary);
    await collect(server, { clock });

    expect(clock.waitsMs).toEqual([60_000, 120_000]);
  });

  it('of GraphQL are recognized although its status is 200', async () => {
    server.first('POST /graphql', {
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW.getTime() / 1_000 + 30) },
      body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
    });
    const { gaps } = await collect(server, { clock, config: { repositories: ['payments'] } });

    expect(clock.waitsMs).toEqual([31_000]);
    expect(gaps).toEqual([]);
  });

  it('end a collection that would wait for more than an hour, with a gap for what was not read', async () => {
    server.first(RULES, { ...LIMITED, headers: { 'retry-after': '3601' } });
    const visited = await collect(server, { clock });

    expect(clock.waitsMs).toEqual([]);
    expect(visited.gaps).toEqual([
      {
        resourceTypes: ['GitHubRepository', 'GitHubActionsWorkflow'],
        region: null,
        account: 'acme',
        reason: 'GitHub answers no more until 2026-03-01T01:00:01.000Z: the rate limit of the credentials is used up.',
      },
    ]);
    const { verdicts, partial } = evaluated(visited);
    expect(verdicts).toContainEqual(['organization.members-mfa-required', 'acme', 'pass']);
    expect(verdicts.filter(([check]) => !check.startsWith('organization.'))).toEqual([]);
    expect([...partial].sort()).toEqual(checkIds('').filter((check) => !check.startsWith('organization.')));
  });

  it('are returned by a probe at once', async () => {
    server.first('GET /orgs/acme', { ...LIMITED, headers: { 'retry-after': '20' } });

    expect(await probe(server, { clock })).toEqual([
      'GitHub answers no more until 2026-03-01T00:00:20.000Z: the rate limit of the credentials is used up.',
    ]);
    expect(clock.waitsMs).toEqual([]);
  });
});

describe('failures of GitHub', () => {
  const BROKEN: Answer = { status: 502, body: { message: 'Server Error' } };

  it('that pass are retried after one second and two', async () => {
    server.first(RULES, BROKEN, BROKEN);
    const { gaps } = await collect(server, { clock });

    expect(clock.waitsMs).toEqual([1_000, 2_000]);
    expect(gaps).toEqual([]);
  });

  it('that persist leave a gap, and the checks on it without a pass', async () => {
    server.set(RULES, BROKEN);
    const visited = await collect(server, { clock });

    expect(visited.gaps.map(({ reason }) => reason)).toEqual([
      'GitHub does not show rules of the default branch of payments: it answered with 502 (repository permission Metadata: read).',
    ]);
    const { partial } = evaluated(visited);
    // Branch protection decides its own requirements; exemptions, approvals and status checks combine both.
    expect([...partial].sort()).toEqual([
      'repository.default-branch-protection-applies-to-admins',
      'repository.default-branch-requires-multiple-approvals',
      'repository.default-branch-requires-reviewed-pull-request',
      'repository.default-branch-status-checks-required',
    ]);
  });

  it('to answer at all throw ConnectionLost', async () => {
    await server.stop();
    const lost = collect(server, { clock });

    await expect(lost).rejects.toThrow(ConnectionLost);
    await expect(lost).rejects.toThrow(/^GitHub at 127\.0\.0\.1:\d+ cannot be reached: /);
    await server.start();
  });
});

it('an aborted collection throws the reason', async () => {
  const cancelled = new AbortController();
  cancelled.abort(new Error('cancelled by the test'));

  await expect(collect(server, { signal: cancelled.signal })).rejects.toThrow('cancelled by the test');
  expect(server.requests).toEqual([]);
});
