import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { GitHubServer } from './github-server.js';
import { checkIds, collect, evaluated, probe, WaitingClock } from './visit.js';

const ORGANIZATION = 'GET /orgs/acme';
const REPOSITORIES = 'GET /orgs/acme/repos';
const WAYS = [
  [
    'refused',
    { status: 403, body: { message: 'Resource not accessible by personal access token' } },
    /^GitHub does not show .*: the token needs the (repository|organization) permission \w+: read \(a classic token: .*\)\.$/,
  ],
  [
    'broken',
    { status: 500, body: { message: 'Server Error' } },
    /^GitHub does not show .*: it answered with 500 \((repository|organization) permission \w+: read\)\.$/,
  ],
] as const;

let server: GitHubServer;
let clock: WaitingClock;
beforeEach(async () => {
  server = new GitHubServer();
  clock = new WaitingClock();
  await server.start();
});
afterEach(() => server.stop());

describe.each(WAYS)('what is %s', (_way, answer, reason) => {
  it('as the list of repositories is a gap on them, and the checks of the organization go on', async () => {
    server.set(REPOSITORIES, answer);
    const visited = await collect(server, { clock });

    const resourceTypes = ['GitHubRepository', 'GitHubActionsWorkflow'];
    const gap = { resourceTypes, region: null, account: 'acme', reason: expect.stringMatching(reason) };
    expect(visited.gaps).toEqual([gap]);
    expect(visited.gaps[0]?.reason).toContain('the list of repositories of acme');
    const { verdicts, partial } = evaluated(visited);
    expect(verdicts.map(([check]) => check).sort()).toEqual(checkIds('organization.'));
    expect([...partial].sort()).toEqual(checkIds('').filter((check) => !check.startsWith('organization.')));
  });

  it('as the organization is a gap on it, and the checks of its repositories go on', async () => {
    const whole = evaluated(await collect(server));
    server.set(ORGANIZATION, answer);
    const visited = await collect(server, { clock });

    const gap = { resourceTypes: ['GitHubOrganization'], region: null, account: 'acme' };
    expect(visited.gaps).toEqual([{ ...gap, reason: expect.stringMatching(reason) }]);
    expect(visited.gaps[0]?.reason).toMatch(/^GitHub does not show acme: /);
    const { verdicts, partial } = evaluated(visited);
    expect(verdicts).toEqual(whole.verdicts.filter(([check]) => !check.startsWith('organization.')));
    expect([...partial].sort()).toEqual(checkIds('organization.'));
  });

  it.each([ORGANIZATION, REPOSITORIES])('as %s is a problem that a probe names', async (route) => {
    server.set(route, answer);

    expect(await probe(server)).toEqual([expect.stringMatching(reason)]);
  });
});

describe('an organization of which GitHub shows nothing at all', () => {
  it.each([
    [403, 'Forbidden', 'GitHub refuses to show acme: Forbidden.'],
    [500, 'Server Error', 'GitHub does not show acme: it answered with 500.'],
  ])('throws ConnectionLost for %i', async (status, message, sentence) => {
    for (const route of [ORGANIZATION, REPOSITORIES]) server.set(route, { status, body: { message } });

    const lost = collect(server, { clock });
    await expect(lost).rejects.toThrow(ConnectionLost);
    await expect(lost).rejects.toThrow(sentence);
  });
});
