import { MINUTE } from '../../platform/clock.js';
import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import { inParallel } from '../in-parallel.js';
import { GITHUB_PERMISSIONS } from './github-permissions.js';
import { gitHubScope, type GitHubScope } from './github-scope.js';
import { GitHubSettings } from './github-settings.js';
import { collectOrganization, visibleRepositories } from './organization-collect.js';
import { RepositoryCollector } from './repository-collect.js';
import type { RepositoryEntry } from './repository.rules.js';
import { RateLimitExhausted } from './retrying-fetch.js';

const ORGANIZATION = 'GitHubOrganization';
/** Resource types within repositories. */
const REPOSITORY_TYPES = ['GitHubRepository', 'GitHubActionsWorkflow'];

/** Longest total wait of a scan for rate limits, within the time that a scan may take. */
const SCAN_WAIT_MAX_MS = 20 * MINUTE;
/** Limit of repositories collected at a time; GitHub asks clients to limit concurrency. */
const PARALLEL_REPOSITORIES = 4;

/** Reads an organization of GitHub, or of a GitHub Enterprise Server. */
export class GitHubConnector implements Connector {
  readonly type = 'github';
  readonly title = 'GitHub';
  readonly description =
    'An organization with its repositories: settings, rules of default branches, security features and Actions workflows, through the REST and GraphQL interfaces.';
  readonly settings = GitHubSettings;
  readonly permissions = GITHUB_PERMISSIONS;
  readonly acceptsReports = false;

  /** Reads the organization and one repository, as a scan would. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const scope = gitHubScope(ctx, 0);
    try {
      const organization = await collectOrganization(scope);
      const entries = await visibleRepositories(scope, organization !== null);
      const { app_id: app } = scope.settings;
      ctx.reached?.([
        { kind: 'organization', value: organization?.id ?? scope.account },
        ...(app === undefined ? [] : [{ kind: 'application', value: `GitHub App ${app}` } as const]),
      ]);
      if (entries) {
        const [first] = selected(entries, scope.settings);
        if (!first) return [`The token sees no repository of ${scope.account} that is to be looked at.`];
        await new RepositoryCollector(scope).collect(first);
      }
      // This part needs a write permission; the permission document says so.
      return scope.gaps.sentences(['bypass lists of rulesets']);
    } catch (err) {
      if (err instanceof RateLimitExhausted) return [exhausted(err)];
      throw err;
    }
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const scope = gitHubScope(ctx, SCAN_WAIT_MAX_MS);
    let unread = [ORGANIZATION, ...REPOSITORY_TYPES];
    try {
      const organization = await collectOrganization(scope);
      if (organization) yield { kind: 'resource', resource: organization };
      unread = REPOSITORY_TYPES;
      yield* collectRepositories(scope, organization !== null);
    } catch (err) {
      if (!(err instanceof RateLimitExhausted)) throw err;
      const gap = { resourceTypes: unread, region: null, account: scope.account, reason: exhausted(err) };
      yield { kind: 'gap', gap };
    }
    for (const gap of scope.gaps.all()) yield { kind: 'gap', gap };
    yield { kind: 'read', resourceTypes: [ORGANIZATION, ...REPOSITORY_TYPES] };
  }
}

async function* collectRepositories(scope: GitHubScope, isOrganizationShown: boolean): AsyncGenerator<Collected> {
  const entries = await visibleRepositories(scope, isOrganizationShown);
  if (!entries) return;
  yield* invisible(entries, scope.settings);
  const todo = selected(entries, scope.settings);
  const collector = new RepositoryCollector(scope);
  let done = 0;
  for await (const resources of inParallel(todo, PARALLEL_REPOSITORIES, (entry) => collector.collect(entry))) {
    for (const resource of resources) yield { kind: 'resource', resource };
    done += 1;
    yield { kind: 'progress', fraction: done / todo.length };
  }
}

/** The repositories that the settings select. */
function selected(entries: RepositoryEntry[], settings: GitHubSettings): RepositoryEntry[] {
  const names = settings.repositories && new Set(settings.repositories.map((name) => name.toLowerCase()));
  return entries.filter(
    ({ name, archived }) => (names?.has(name.toLowerCase()) ?? true) && (settings.include_archived || !archived),
  );
}

/** A gap where the settings name repositories that GitHub does not show. */
function* invisible(entries: RepositoryEntry[], settings: GitHubSettings): Generator<Collected> {
  const shown = new Set(entries.map(({ name }) => name.toLowerCase()));
  const names = (settings.repositories ?? []).filter((name) => !shown.has(name.toLowerCase()));
  if (names.length === 0) return;
  const reason = `GitHub does not show these repositories to the token, or they are not there: ${names.join(', ')}.`;
  yield { kind: 'gap', gap: { resourceTypes: REPOSITORY_TYPES, region: null, account: settings.organization, reason } };
}

function exhausted({ until }: RateLimitExhausted): string {
  return `GitHub answers no more until ${until.toISOString()}: the rate limit of the credentials is used up.`;
}
