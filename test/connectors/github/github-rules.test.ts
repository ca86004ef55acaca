import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultBranch, Protection, Rule, type RulesetsBind } from '../../../src/connectors/github/branch.rules.js';
import { apiAddress, GitHubSettings } from '../../../src/connectors/github/github-settings.js';
import { limitWaitMs } from '../../../src/connectors/github/rate-limit.rules.js';
import { workflowContent } from '../../../src/connectors/github/workflow.rules.js';
import { secretNames } from '../../../src/connectors/settings.js';

const SHA = '11bd71901bbe5b1630ceea73d27597364c9af683';

describe('a workflow', () => {
  const steps = (...lines: string[]) =>
    `on: push\njobs:\n  build:\n    steps:\n${lines.map((line) => `      - ${line}\n`).join('')}`;

  it.each([
    [`actions/checkout@${SHA}`, true],
    ['actions/checkout@v4', false],
    ['actions/checkout', false],
    [`actions/checkout@${SHA.slice(0, 12)}`, false],
    ['docker://alpine:3.20', false],
    [`docker://alpine@sha256:${'a'.repeat(64)}`, true],
  ])('that uses %s is pinned: %s', (uses, isPinned) => {
    expect(workflowContent(steps(`uses: ${uses}`))).toMatchObject({
      actions: [uses],
      unpinned_actions: isPinned ? [] : [uses],
    });
  });

  it('has the images of its jobs and of their services among its actions', () => {
    const digest = `node@sha256:${'b'.repeat(64)}`;
    const text = `on: push\njobs: { build: { container: { image: ${digest} }, services: { db: { image: postgres:17 } } }, test: { container: node:latest } }`;
    expect(workflowContent(text)).toMatchObject({
      actions: [`docker://${digest}`, 'docker://postgres:17', 'docker://node:latest'],
      unpinned_actions: ['docker://postgres:17', 'docker://node:latest'],
    });
  });

  it.each([
    ['git fetch origin "pull/$NUMBER/head:candidate"', ['build']],
    ['git checkout ${{ github.event.pull_request.head.sha }}', ['build']],
    ['git fetch origin main', []],
    ['echo "see pull/7/head"', []],
  ])('on pull_request_target that runs %s has untrusted checkouts: %j', (run, jobs) => {
    const text = `on: pull_request_target\njobs: { build: { steps: [{ run: '${run}' }] } }`;
    expect(workflowContent(text)).toMatchObject({ untrusted_checkouts: jobs });
  });

  it('may use actions of its own repository unpinned', () => {
    expect(workflowContent(steps('uses: ./.github/actions/build'))).toMatchObject({ actions: [] });
  });

  it('that calls a workflow of another repository has it among its actions', () => {
    const text = 'on: push\njobs: { release: { uses: acme/flows/.github/workflows/release.yml@main } }';
    expect(workflowContent(text)).toMatchObject({
      unpinned_actions: ['acme/flows/.github/workflows/release.yml@main'],
    });
  });

  it.each([
    ['run: echo "${{ github.event.issue.title }}"', ['build: github.event.issue.title']],
    ['run: git checkout ${{github.head_ref}}', ['build: github.head_ref']],
    ['run: echo ${{ github.event.commits[0].message }}', ['build: github.event.commits[0].message']],
    [
      `{ uses: actions/github-script@${SHA}, with: { script: "x('\${{ github.event.comment.body }}')" } }`,
      ['build: github.event.comment.body'],
    ],
    ['run: echo ${{ github.sha }} ${{ github.event.issue.number }}', []],
    ['{ run: echo "$TITLE", env: { TITLE: "${{ github.event.issue.title }}" } }', []],
  ])('with the step %s has script injections: %j', (step, injections) => {
    expect(workflowContent(steps(step))).toMatchObject({ injections });
  });

  it.each([
    ['pull_request_target', 'github.event.pull_request.head.sha', ['build']],
    ['[workflow_run]', 'github.event.workflow_run.head_sha', ['build']],
    ['{ pull_request_target: { types: [opened] } }', 'github.head_ref', ['build']],
    ['pull_request', 'github.event.pull_request.head.sha', []],
    ['pull_request_target', 'github.sha', []],
  ])('on %s that checks out %s has untrusted checkouts: %j', (on, ref, jobs) => {
    const text = `on: ${on}\njobs: { build: { steps: [{ uses: actions/checkout@${SHA}, with: { ref: "\${{ ${ref} }}" } }] } }`;
    expect(workflowContent(text)).toMatchObject({ untrusted_checkouts: jobs });
  });

  it.each([
    ['permissions: write-all', true],
    ['permissions: { contents: write }', false],
    ['x: 1', false],
  ])('with %s grants all permissions: %s', (line, asks) => {
    expect(workflowContent(`on: push\n${line}\njobs: { a: { permissions: {} } }`)).toMatchObject({
      grants_all_permissions: asks,
    });
  });

  it.each([
    ['a text that is not YAML', 'on: [push'],
    ['a text without jobs', 'on: push'],
    ['no text', null],
  ])('from %s has null properties', (_, text) => {
    expect(new Set(Object.values(workflowContent(text)))).toEqual(new Set([null]));
  });
});

describe('branch protection and rulesets together', () => {
  const unprotected = { name: 'main', protection: 'none', rules: [], rulesets: { all: true, people: true } } as const;

  it('require nothing where there are none', () => {
    expect(defaultBranch(unprotected)).toEqual({
      name: 'main',
      rulesets: [],
      is_protected: false,
      allows_deletion: true,
      allows_force_pushes: true,
      requires_pull_request: false,
      required_approvals: 0,
      dismisses_stale_approvals: false,
      requires_code_owner_review: false,
      requires_conversation_resolution: false,
      requires_linear_history: false,
      requires_signed_commits: false,
      required_status_checks: [],
      binds_administrators: false,
      binds_people: false,
    });
  });

  it('require what the stricter one requires', () => {
    const protection = Protection.parse({
      allow_force_pushes: { enabled: true },
      required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true },
      required_status_checks: { contexts: ['lint'] },
    });
    const rules = [
      Rule.parse({
        type: 'pull_request',
        parameters: { required_approving_review_count: 3, require_code_owner_review: true },
      }),
      Rule.parse({ type: 'required_signatures' }),
    ];
    expect(defaultBranch({ name: 'main', protection, rules, rulesets: { all: true, people: true } })).toMatchObject({
      allows_deletion: false,
      allows_force_pushes: true,
      required_approvals: 3,
      dismisses_stale_approvals: true,
      requires_code_owner_review: true,
      requires_signed_commits: true,
      requires_linear_history: false,
      required_status_checks: ['lint'],
      binds_administrators: false, // The protection exempts them, and its checks are its own.
    });
  });

  const all = { all: true, people: true };
  it.each<[string, object, RulesetsBind, { administrators: boolean | null; people: boolean | null }]>([
    [
      'includes them, and rulesets let nobody past',
      { enforce_admins: { enabled: true } },
      all,
      { administrators: true, people: true },
    ],
    [
      'includes them, and a ruleset lets a team past',
      { enforce_admins: { enabled: true } },
      { all: false, people: false },
      { administrators: false, people: false },
    ],
    [
      'includes them, and a ruleset lets an app past',
      { enforce_admins: { enabled: true } },
      { all: false, people: true },
      { administrators: false, people: true },
    ],
    [
      'includes them, and the list of a ruleset is hidden',
      { enforce_admins: { enabled: true } },
      { all: null, people: null },
      { administrators: null, people: null },
    ],
    [
      'exempts them, and rulesets let nobody past',
      { enforce_admins: { enabled: false } },
      all,
      { administrators: false, people: false },
    ],
    [
      'includes them, and lets an app past its pull requests',
      {
        enforce_admins: { enabled: true },
        required_pull_request_reviews: { bypass_pull_request_allowances: { apps: [{ id: 1 }] } },
      },
      all,
      { administrators: false, people: true },
    ],
    [
      'includes them, and lets a user past its pull requests',
      {
        enforce_admins: { enabled: true },
        required_pull_request_reviews: { bypass_pull_request_allowances: { users: [{ id: 1 }] } },
      },
      all,
      { administrators: false, people: false },
    ],
  ])('bind administrators and people where protection %s', (_title, given, rulesets, expected) => {
    const rules = [Rule.parse({ type: 'deletion' })];
    const protection = Protection.parse(given);
    const branch = defaultBranch({ name: 'main', protection, rules, rulesets });
    expect({ administrators: branch.binds_administrators, people: branch.binds_people }).toEqual(expected);
  });

  it('are known as far as the visible one decides', () => {
    const rules = [Rule.parse({ type: 'deletion' })];
    expect(
      defaultBranch({ ...unprotected, protection: null, rules, rulesets: { all: true, people: true } }),
    ).toMatchObject({
      is_protected: true,
      allows_deletion: false,
      allows_force_pushes: null,
      required_approvals: null,
      required_status_checks: null,
      binds_administrators: null,
    });
  });
});

describe('the settings of GitHub', () => {
  const pem = (type: 'rsa' | 'ed25519') =>
    (type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')).privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString();
  const app = { organization: 'acme', app_id: '1', installation_id: '2' };

  it.each([
    ['a token', { organization: 'acme', token: 't' }, true],
    ['an App', { ...app, private_key: pem('rsa') }, true],
    ['an App with a key that GitHub does not give', { ...app, private_key: pem('ed25519') }, false],
    ['an App without its key', app, false],
    ['a token and an App', { ...app, private_key: pem('rsa'), token: 't' }, false],
    ['no credentials', { organization: 'acme' }, false],
    ['an address as organization', { organization: 'github.com/acme', token: 't' }, false],
    ['a server by FTP', { organization: 'acme', token: 't', base_url: 'ftp://github.example.com' }, false],
  ])('with %s are valid: %3$s', (_, settings, isRight) => {
    expect(GitHubSettings.safeParse(settings).success).toBe(isRight);
  });

  it('mark token and key as secrets', () => {
    expect(secretNames(GitHubSettings)).toEqual(['token', 'private_key']);
  });

  it.each([
    [undefined, 'https://api.github.com'],
    ['https://github.com', 'https://api.github.com'],
    ['https://github.example.com/', 'https://github.example.com/api/v3'],
    ['https://github.example.com:8443/api/v3', 'https://github.example.com:8443/api/v3'],
    ['https://acme.ghe.com', 'https://api.acme.ghe.com'],
  ])('with the base URL %s have the API at %s', (baseUrl, address) => {
    expect(apiAddress(baseUrl)).toBe(address);
  });
});

describe('the wait for a rate limit', () => {
  it.each([
    [{ 'retry-after': '5' }, 1, 5_000],
    [{ 'retry-after': '0' }, 1, 1_000],
    [{ 'retry-after': '1e300' }, 1, 86_400_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1e300' }, 1, 86_400_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '160' }, 1, 61_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' }, 1, 1_000],
    [{ 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '160' }, 2, 120_000],
    [{}, 3, 240_000],
  ])('with %j at attempt %d takes %d ms', (headers, attempt, waitMs) => {
    expect(limitWaitMs(new Headers(headers as Record<string, string>), { nowMs: 100_000, attempt })).toBe(waitMs);
  });
});
