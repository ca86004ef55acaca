import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import jsonwebtoken from 'jsonwebtoken';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { GitHubServer } from './github-server.js';
import { checkIds, collect, evaluated, probe, resource } from './visit.js';

const REFUSED = {
  status: 403,
  headers: { 'x-accepted-github-permissions': 'administration=read' },
  body: { message: 'Resource not accessible by personal access token', status: '403' },
};

let server: GitHubServer;
beforeEach(async () => {
  server = new GitHubServer();
  await server.start();
});
afterEach(() => server.stop());

describe('a missing permission', () => {
  it('for branch protection leaves a gap, no verdict on its checks, and the others unchanged', async () => {
    server.set('GET /repos/acme/payments/branches/main/protection', REFUSED);
    const visited = await collect(server);

    expect(visited.gaps).toEqual([
      {
        resourceTypes: ['GitHubRepository'],
        properties: ['default_branch'],
        region: null,
        account: 'acme',
        reason:
          'GitHub does not show branch protection of payments: the token needs the repository permission ' +
          'Administration: read (a classic token: scope repo of an administrator). GitHub itself names administration=read.',
      },
    ]);
    const { verdicts, partial } = evaluated(visited);
    expect(
      verdicts.filter(([check, name]) => check.startsWith('repository.default-branch') && name === 'payments'),
    ).toEqual([]);
    expect([...partial].sort()).toEqual(checkIds('repository.default-branch-'));
    expect(verdicts).toContainEqual(['repository.secret-scanning-enabled', 'payments', 'pass']);
  });

  it('for security features, alerts and releases leaves them null, not disabled', async () => {
    server.changeRepositories({ security_and_analysis: undefined, permissions: { admin: false } });
    server.set('GET /repos/acme/payments/branches/main/protection', { status: 404, body: { message: 'Not Found' } });
    server.set('GET /repos/acme/payments/vulnerability-alerts', { status: 404, body: { message: 'Not Found' } });
    server.set('GET /repos/acme/payments/immutable-releases', { status: 404, body: { message: 'Not Found' } });
    const { properties } = resource(await collect(server), 'GitHubRepository', 'payments');

    expect(properties).toMatchObject({ secret_scanning: null, vulnerability_alerts: null, immutable_releases: null });
  });

  it('for files leaves their checks and the workflow check without a pass', async () => {
    server.change('GRAPHQL acme/payments', { forbidden: true });
    const visited = await collect(server);

    const gap = {
      region: null,
      account: 'acme',
      reason:
        'GitHub does not show files of the default branch of payments: the token needs the repository permission ' +
        'Contents: read (a classic token: scope repo).',
    };
    expect(visited.gaps).toEqual([
      { resourceTypes: ['GitHubActionsWorkflow'], ...gap },
      {
        resourceTypes: ['GitHubRepository'],
        properties: ['codeowners_files', 'security_policy_files', 'delete_branch_on_merge'],
        ...gap,
      },
    ]);
    expect(resource(visited, 'GitHubRepository', 'payments').properties).toMatchObject({
      delete_branch_on_merge: true,
      codeowners_files: null,
      security_policy_files: null,
    });
    expect([...evaluated(visited).partial].sort()).toEqual([
      'githubactions.workflow-security-scan',
      'repository.has-codeowners-file',
    ]);
  });

  it('for the settings of the organization leaves the checks on hidden settings without a verdict', async () => {
    server.change('GET /orgs/acme', {
      two_factor_requirement_enabled: null,
      default_repository_permission: undefined,
      members_can_create_repositories: undefined,
      members_can_create_private_repositories: undefined,
      members_can_delete_repositories: undefined,
    });
    const visited = await collect(server);

    expect(visited.gaps.map(({ reason }) => reason)).toEqual([
      'GitHub does not show organization settings of acme: the token needs the organization permission ' +
        'Administration: read (a classic token: scope admin:org of an owner).',
    ]);
    const { verdicts, partial } = evaluated(visited);
    expect(verdicts.filter(([check]) => check.startsWith('organization.'))).toEqual([
      ['organization.verified-badge', 'acme', 'fail'],
    ]);
    expect([...partial].sort()).toEqual(
      checkIds('organization.').filter((check) => check !== 'organization.verified-badge'),
    );
  });

  it('for bypass lists leaves it unknown whether administrators are bound, and is no problem in a probe', async () => {
    server.set('GET /repos/acme/website/rulesets/4711', { body: { id: 4711, name: 'never delete' } });
    server.set('GET /repos/acme/website/rulesets/12', { body: { id: 12, name: 'review', bypass_actors: [] } });
    const visited = await collect(server, { config: { repositories: ['website'] } });

    expect(resource(visited, 'GitHubRepository', 'website').properties).toMatchObject({
      default_branch: { is_protected: true, binds_administrators: null },
    });
    expect(visited.gaps.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('bypass lists of rulesets of website'),
    ]);
    expect(await probe(server, { config: { repositories: ['website'] } })).toEqual([]);
  });
});

describe('credentials', () => {
  it('throw ConnectionLost when they are revoked', async () => {
    server.revoke();

    const lost = collect(server);
    await expect(lost).rejects.toThrow(ConnectionLost);
    await expect(lost).rejects.toThrow('GitHub refuses the credentials: they are wrong, expired or revoked.');
  });

  it('throw ConnectionLost when they are revoked while repositories are read', async () => {
    const refused = { status: 401, body: { message: 'Bad credentials' } };
    server.set('GET /repos/acme/sandbox/rules/branches/trunk', refused);

    await expect(collect(server)).rejects.toThrow(ConnectionLost);
  });

  it('throw ConnectionLost when they do not see the organization', async () => {
    await expect(collect(server, { config: { organization: 'other' } })).rejects.toThrow(
      'There is no organization other, or the credentials may not see it.',
    );
  });

  it('of an App are exchanged for a token of its installation', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    server.revoke();
    server.installationToken = (jwt, installation) => {
      const { iss } = jsonwebtoken.verify(jwt, publicKey, { algorithms: ['RS256'] }) as { iss: unknown };
      return String(iss) === '31337' && installation === '77' ? 'ghs_of_the_installation' : null;
    };
    // GitHub's format of keys.
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' });
    const app = { token: null, app_id: '31337', private_key: pem };

    const { resources } = await collect(server, { config: { ...app, installation_id: '77' } });
    expect(resources).toHaveLength(6);
    expect(server.requests.filter((route) => route.startsWith('POST /app/'))).toHaveLength(1);
    const lost = collect(server, { config: { ...app, installation_id: '78' } });
    await expect(lost).rejects.toThrow(ConnectionLost);
    await expect(lost).rejects.toThrow('GitHub gives the App no token for this installation: Integration not found.');
  });
});

describe('the base URL of a tenant', () => {
  it('is refused without a request where it is a private address', async () => {
    const base = server.address.replace('http:', 'https:');

    await expect(collect(server, { config: { base_url: base }, allowsPrivate: false })).rejects.toThrow(
      /^GitHub at 127\.0\.0\.1:\d+ cannot be reached: the address is not public\.$/,
    );
    expect(server.requests).toEqual([]);
  });

  it('is not left by a redirect', async () => {
    server.set('GET /orgs/acme', { status: 301, headers: { location: `${server.address}/api/v3/organizations/9001` } });

    await expect(collect(server)).rejects.toThrow('GitHub refuses to show acme: it sends the request elsewhere.');
    expect(server.requests).toEqual(['GET /orgs/acme']);
  });
});

describe('a probe', () => {
  it('returns no problem where a scan could collect', async () => {
    expect(await probe(server)).toEqual([]);
  });

  it('names each missing permission', async () => {
    server.set('GET /orgs/acme/actions/permissions/workflow', REFUSED);
    server.set('GET /repos/acme/payments/vulnerability-alerts', REFUSED);

    expect(await probe(server)).toEqual([
      'GitHub does not show workflow permissions of the organization of acme: the token needs the organization permission ' +
        'Administration: read (a classic token: scope admin:org of an owner). GitHub itself names administration=read.',
      'GitHub does not show Dependabot alerts of payments: the token needs the repository permission Administration: read ' +
        '(a classic token: scope repo of an administrator). GitHub itself names administration=read.',
    ]);
  });

  it('returns that credentials are refused', async () => {
    server.revoke();

    expect(await probe(server)).toEqual(['GitHub refuses the credentials: they are wrong, expired or revoked.']);
  });

  it('returns that the token has to be authorized for single sign-on', async () => {
    server.set('GET /orgs/acme', {
      status: 403,
      headers: { 'x-github-sso': 'required; url=https://github.test/orgs/acme/sso' },
      body: { message: 'Resource protected by organization SAML enforcement.' },
    });

    expect(await probe(server)).toEqual(['The token has to be authorized for the single sign-on of acme.']);
  });

  it('returns that the token sees no repository', async () => {
    server.set('GET /orgs/acme/repos', { body: [] });

    expect(await probe(server)).toEqual(['The token sees no repository of acme that is to be looked at.']);
  });
});
