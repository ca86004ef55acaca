import { HOUR } from '../../platform/clock.js';
import {
  ConnectionLost,
  type CollectContext,
  type Collected,
  type Connector,
  type ProbeContext,
} from '../connector.js';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { GitHubClient } from './github-client.js';
import { GITHUB_PERMISSIONS } from './github-permissions.js';
import { GITHUB_SETTINGS, type GitHubSettings } from './github-settings.js';
import { Missing } from './github-gap-log.js';
import { Organization, organizationProperties, showsSettings, WorkflowPermissions } from './organization.rules.js';
import { RateLimitExhausted } from './retrying-fetch.js';
import { Refused } from './refusal.rules.js';
import { RepositoryReader } from './repository-collect.js';
import { RepositoryEntry } from './repository.rules.js';

const ORGANIZATION = 'GitHubOrganization';
const INSIDE = ['GitHubRepository', 'GitHubActionsWorkflow'];

/** How long a scan waits for limits, all waits together: a window of the primary limit. */
const SCAN_WAIT_MAX_MS = HOUR;
/** Repositories read at a time; GitHub asks for restraint. */
const PARALLEL = 4;

/** Looks at an organization of GitHub, or of a GitHub Enterprise Server. */
export class GitHubConnector implements Connector {
  readonly type = 'github';
  readonly title = 'GitHub';
  readonly description =
    'An organization with its repositories: settings, rules of default branches, security features and Actions workflows, through the REST and GraphQL interfaces.';
  readonly settings = GITHUB_SETTINGS;
  readonly permissions = GITHUB_PERMISSIONS;
  readonly acceptsReports = false;

  /** Reads the organization and one repository, as a scan would. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const visit = visitOf(ctx, 0);
    try {
      await readOrganization(visit);
      const [first] = wanted(await visible(visit), visit.settings);
      if (!first) return [`The token sees no repository of ${visit.settings.organization} that is to be looked at.`];
      await visit.reader.read(first);
      // Needs more than reading; permissions say so.
      return visit.missing.sentences(['bypass lists of rulesets']);
    } catch (err) {
      if (err instanceof RateLimitExhausted) return [exhausted(err)];
      throw err;
    }
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const visit = visitOf(ctx, SCAN_WAIT_MAX_MS);
    const { organization: account } = visit.settings;
    let unread = [ORGANIZATION, ...INSIDE];
    try {
      yield { kind: 'resource', resource: await readOrganization(visit) };
      unread = INSIDE;
      yield* repositories(visit);
    } catch (err) {
      if (!(err instanceof RateLimitExhausted)) throw err;
      yield { kind: 'gap', gap: { resourceTypes: unread, region: null, account, reason: exhausted(err) } };
    }
    for (const gap of visit.missing.gaps()) yield { kind: 'gap', gap };
    yield { kind: 'read', resourceTypes: [ORGANIZATION, ...INSIDE] };
  }
}

/** What the reading of one organization takes. */
interface Visit {
  settings: GitHubSettings;
  github: GitHubClient;
  missing: Missing;
  reader: RepositoryReader;
  now: Date;
}

function visitOf({ config, network, clock, signal }: ProbeContext | CollectContext, waitMaxMs: number): Visit {
  const settings = GITHUB_SETTINGS.parse(config);
  const account = settings.organization;
  const github = new GitHubClient(settings, { network, clock, signal, waitMaxMs });
  const missing = new Missing(account);
  const now = clock.now();
  return { settings, github, missing, now, reader: new RepositoryReader(github, { account, missing, now }) };
}

async function readOrganization({ settings, github, missing, now }: Visit): Promise<Resource> {
  const { organization: org } = settings;
  const organization = await github.get('GET /orgs/{org}', { org }, Organization).catch((err: unknown) => {
    throw err instanceof Refused ? lost(org, err) : err;
  });
  if (!showsSettings(organization)) missing.add('organization settings', org, null);
  const workflows = await github
    .get('GET /orgs/{org}/actions/permissions/workflow', { org }, WorkflowPermissions)
    .catch((err: unknown) => {
      if (!(err instanceof Refused)) throw err;
      missing.add('workflow permissions of the organization', org, err);
      return null;
    });
  return {
    type: ORGANIZATION,
    id: organization.html_url,
    name: organization.login,
    region: null,
    account: org,
    properties: organizationProperties(organization, workflows, now),
  };
}

async function* repositories(visit: Visit): AsyncGenerator<Collected> {
  const { settings, reader } = visit;
  const entries = await visible(visit);
  yield* unseen(entries, settings);
  const todo = wanted(entries, settings);
  let done = 0;
  for await (const resources of inParallel(todo, PARALLEL, (entry) => reader.read(entry))) {
    for (const resource of resources) yield { kind: 'resource', resource };
    done += 1;
    yield { kind: 'progress', fraction: done / todo.length };
  }
}

async function visible({ settings, github }: Visit): Promise<RepositoryEntry[]> {
  const { organization: org } = settings;
  try {
    return await github.list('GET /orgs/{org}/repos', { org, type: 'all', sort: 'full_name' }, RepositoryEntry);
  } catch (err) {
    throw err instanceof Refused ? lost(org, err) : err;
  }
}

function wanted(entries: RepositoryEntry[], settings: GitHubSettings): RepositoryEntry[] {
  const names = settings.repositories && new Set(settings.repositories.map((name) => name.toLowerCase()));
  return entries.filter(
    ({ name, archived }) => (names?.has(name.toLowerCase()) ?? true) && (settings.include_archived || !archived),
  );
}

/** A gap where repositories were asked for that are not shown. */
function* unseen(entries: RepositoryEntry[], settings: GitHubSettings): Generator<Collected> {
  const shown = new Set(entries.map(({ name }) => name.toLowerCase()));
  const names = (settings.repositories ?? []).filter((name) => !shown.has(name.toLowerCase()));
  if (names.length === 0) return;
  const reason = `GitHub does not show these repositories to the token, or they are not there: ${names.join(', ')}.`;
  yield { kind: 'gap', gap: { resourceTypes: INSIDE, region: null, account: settings.organization, reason } };
}

function lost(org: string, refused: Refused): ConnectionLost {
  if (refused.needsSingleSignOn) {
    return new ConnectionLost(`The token has to be authorized for the single sign-on of ${org}.`, { cause: refused });
  }
  if (refused.status === 404) {
    return new ConnectionLost(`There is no organization ${org}, or the credentials may not see it.`, {
      cause: refused,
    });
  }
  return new ConnectionLost(`GitHub refuses to show ${org}: ${refused.message}.`, { cause: refused });
}

function exhausted({ until }: RateLimitExhausted): string {
  return `GitHub answers no more until ${until.toISOString()}: the rate limit of the credentials is used up.`;
}
