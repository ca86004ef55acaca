import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shapeProblems } from '../../../src/modules/catalogue/resource-shapes.js';
import { shapesByType } from '../../checks/content.js';
import { GitHubServer } from './github-server.js';
import { collect, evaluated, resource } from './visit.js';

let server: GitHubServer;
beforeEach(async () => {
  server = new GitHubServer();
  await server.start();
});
afterEach(() => server.stop());

describe('a collection from GitHub', () => {
  it('yields the organization, its repositories and their workflows, in their documented types', async () => {
    const { resources, gaps, read, fractions } = await collect(server);

    expect(resources.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'GitHubOrganization acme',
      'GitHubRepository payments',
      'GitHubActionsWorkflow payments build.yml',
      'GitHubRepository sandbox',
      'GitHubRepository website',
      'GitHubActionsWorkflow website deploy.yaml',
    ]);
    const shapes = shapesByType();
    for (const { type, properties } of resources) {
      expect(shapeProblems(shapes.get(type) ?? { properties: {} }, properties)).toEqual([]);
    }
    expect(gaps).toEqual([]);
    expect(read).toEqual(['GitHubOrganization', 'GitHubRepository', 'GitHubActionsWorkflow']);
    expect(fractions).toEqual([1 / 3, 2 / 3, 1]);
  });

  it('yields resources with their URLs as ids', async () => {
    const visited = await collect(server);

    expect(visited.resources[0]).toMatchObject({ id: 'https://github.test/acme', account: 'acme', region: null });
    expect(resource(visited, 'GitHubRepository', 'payments').id).toBe('https://github.test/acme/payments');
    expect(resource(visited, 'GitHubActionsWorkflow', 'payments build.yml').id).toBe(
      'https://github.test/acme/payments/blob/main/.github/workflows/build.yml',
    );
  });

  it('yields the requirements of classic branch protection', async () => {
    const { properties } = resource(await collect(server), 'GitHubRepository', 'payments');

    expect(properties).toEqual({
      visibility: 'private',
      is_archived: false,
      is_fork: false,
      topics: ['pci'],
      // 2024-03-11 to 2026-03-01: 730 days to 2026-03-11, less 10.
      age_days: 720,
      days_since_push: 1,
      delete_branch_on_merge: true,
      vulnerability_alerts: true,
      dependabot_security_updates: true,
      secret_scanning: true,
      secret_scanning_push_protection: true,
      immutable_releases: true,
      codeowners_files: ['.github/CODEOWNERS'],
      security_policy_files: [],
      default_workflow_permissions: 'read',
      workflows_can_approve_pull_requests: false,
      default_branch: {
        name: 'main',
        rulesets: [],
        is_protected: true,
        allows_deletion: false,
        allows_force_pushes: false,
        requires_pull_request: true,
        required_approvals: 2,
        dismisses_stale_approvals: true,
        requires_code_owner_review: true,
        requires_conversation_resolution: true,
        requires_linear_history: true,
        requires_signed_commits: true,
        required_status_checks: ['build', 'test'],
        binds_administrators: true,
        binds_people: true,
      },
    });
  });

  it('yields the combined requirements of rulesets of organization and repository', async () => {
    const { properties } = resource(await collect(server), 'GitHubRepository', 'website');

    expect(properties).toMatchObject({
      secret_scanning: true,
      // Absent from the list of features.
      secret_scanning_push_protection: false,
      default_branch: {
        rulesets: ['acme/4711', 'acme/website/12'],
        is_protected: true,
        allows_deletion: false,
        allows_force_pushes: false,
        required_approvals: 1,
        dismisses_stale_approvals: false,
        requires_conversation_resolution: true,
        requires_linear_history: false,
        required_status_checks: ['links'],
        binds_administrators: false, // The repository's ruleset has a bypass list.
      },
    });
  });

  it('requests a ruleset of the organization once', async () => {
    server.set('GET /repos/acme/sandbox/rules/branches/trunk', {
      body: [{ type: 'deletion', ruleset_source: 'acme', ruleset_id: 4711 }],
    });
    server.set('GET /repos/acme/sandbox/rulesets/4711', { body: { bypass_actors: [] } });
    await collect(server);

    expect(server.requests.filter((route) => route.endsWith('/rulesets/4711'))).toHaveLength(1);
  });

  it('omits archived repositories unless the settings include them', async () => {
    const { resources } = await collect(server, { config: { include_archived: true } });
    const attic = resource(await collect(server, { config: { include_archived: true } }), 'GitHubRepository', 'attic');

    expect(resources.filter(({ type }) => type === 'GitHubRepository')).toHaveLength(4);
    // The plan has no branch protection for private repositories: it is unprotected, not unknown.
    expect(attic.properties).toMatchObject({
      is_archived: true,
      default_branch: { rulesets: [], is_protected: false, allows_deletion: true, binds_administrators: false },
    });
  });

  it('reads the repositories of the settings, and records a gap for those that are not shown', async () => {
    const { resources, gaps } = await collect(server, { config: { repositories: ['Payments', 'ledger'] } });

    expect(resources.filter(({ type }) => type === 'GitHubRepository').map(({ name }) => name)).toEqual(['payments']);
    expect(gaps).toEqual([
      {
        resourceTypes: ['GitHubRepository', 'GitHubActionsWorkflow'],
        region: null,
        account: 'acme',
        reason: 'GitHub does not show these repositories to the token, or they are not there: ledger.',
      },
    ]);
  });

  it('reads a list to its last page', async () => {
    server.pageSize = 1;
    const { resources } = await collect(server);

    expect(resources.filter(({ type }) => type === 'GitHubRepository')).toHaveLength(3);
    expect(
      resource({ resources, gaps: [], read: [], fractions: [] }, 'GitHubRepository', 'website').properties,
    ).toMatchObject({
      default_branch: { required_status_checks: ['links'] },
    });
  });
});

describe('the checks on a collection from GitHub', () => {
  it('have the verdicts worked out by hand', async () => {
    const { verdicts, partial } = evaluated(await collect(server));

    // payments, sandbox, website: p passes, f fails, - is out of scope.
    const table: Record<string, string> = {
      'branch-delete-on-merge-enabled': 'pff',
      'default-branch-deletion-disabled': 'pfp',
      'default-branch-disallows-force-push': 'pfp',
      'default-branch-dismisses-stale-reviews': 'pff',
      // Of the two rulesets of website, the one that asks for reviews has a bypass list: some are not bound.
      'default-branch-protection-applies-to-admins': 'pff',
      'default-branch-protection-enabled': 'pfp',
      'default-branch-requires-codeowners-review': 'pff',
      'default-branch-requires-conversation-resolution': 'pfp',
      'default-branch-requires-linear-history': 'pff',
      'default-branch-requires-multiple-approvals': 'pff',
      'default-branch-requires-reviewed-pull-request': 'pff',
      'default-branch-requires-signed-commits': 'pff',
      'default-branch-status-checks-required': 'pff',
      'dependency-scanning-enabled': 'pfp',
      'has-codeowners-file': 'pfp',
      'immutable-releases-enabled': 'pff',
      // sandbox was created 180 days before, and never pushed to.
      'inactive-not-archived': 'pfp',
      'public-has-securitymd-file': '--p',
      'secret-scanning-enabled': 'pfp',
    };
    const expected = [
      ['organization.members-mfa-required', 'acme', 'pass'],
      ['organization.default-repository-permission-strict', 'acme', 'fail'],
      ['organization.repository-creation-limited', 'acme', 'fail'],
      ['organization.repository-deletion-limited', 'acme', 'pass'],
      ['organization.verified-badge', 'acme', 'fail'],
      ['githubactions.workflow-security-scan', 'payments build.yml', 'pass'],
      ['githubactions.workflow-security-scan', 'website deploy.yaml', 'fail'],
      ...Object.entries(table).flatMap(([check, marks]) =>
        ['payments', 'sandbox', 'website']
          .map((name, index) => [`repository.${check}`, name, { p: 'pass', f: 'fail' }[marks[index] ?? ''] ?? ''])
          .filter(([, , status]) => status !== ''),
      ),
    ];
    expect([...verdicts].sort()).toEqual(expected.sort());
    expect([...partial]).toEqual([]);
  });
});
