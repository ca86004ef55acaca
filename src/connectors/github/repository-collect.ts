import { z } from 'zod';
import type { Resource } from '../resource.js';
import { defaultBranch, Protection, Rule, type RulesetsBind } from './branch.rules.js';
import type { Part } from './github-gap-log.js';
import type { GitHubScope } from './github-scope.js';
import { WorkflowPermissions } from './organization.rules.js';
import { Refused } from './refusal.rules.js';
import {
  FILES_QUERY,
  ImmutableReleases,
  insideOf,
  repositoryProperties,
  type RepositoryEntry,
  type RepositoryInside,
} from './repository.rules.js';
import { workflowContent } from './workflow.rules.js';

const Ruleset = z.object({ bypass_actors: z.array(z.object({ actor_type: z.string().optional() })).nullish() });
/** An app in a bypass list; all others are people, or keys that people hold. */
const APP = 'Integration';
const UNKNOWN: RulesetsBind = { all: null, people: null };

/** Collects repositories; rulesets that several have in common are read once. */
export class RepositoryCollector {
  /** Whom a ruleset binds, by its id. */
  private readonly bound = new Map<number, Promise<RulesetsBind>>();

  constructor(private readonly scope: GitHubScope) {}

  /** The repository, then its workflows. Properties that the token may not read are null, and recorded in the gap log. */
  async collect(entry: RepositoryEntry): Promise<Resource[]> {
    const { account, now } = this.scope;
    const inside = await this.inside(entry);
    const { protection, rules, branch, isShown } = await this.branch(entry);
    // For an administrator, not found means not enabled.
    const isAdministrator = isShown || Boolean(entry.security_and_analysis) || entry.permissions?.admin === true;
    if (!entry.security_and_analysis) this.miss('security features', entry, null);
    const properties = repositoryProperties({
      entry,
      inside,
      vulnerabilityAlerts: await this.vulnerabilityAlerts(entry, isAdministrator),
      immutableReleases: await this.immutableReleases(entry, isAdministrator),
      workflowPermissions: await this.part('workflow permissions', entry, () =>
        this.scope.client.get('GET /repos/{owner}/{repo}/actions/permissions/workflow', of(entry), WorkflowPermissions),
      ),
      defaultBranch: defaultBranch({
        name: branch,
        protection,
        rules,
        rulesets: await this.rulesetsBind(entry, protection, rules),
      }),
      now,
    });
    const { name, html_url: id } = entry;
    const repository = { type: 'GitHubRepository', id, name, region: null, account, properties };
    return [repository, ...this.workflows(entry, inside)];
  }

  private async inside(entry: RepositoryEntry): Promise<RepositoryInside> {
    const { owner, repo: name } = of(entry);
    const inside = await this.part('files of the default branch', entry, async () =>
      insideOf(await this.scope.client.graph(FILES_QUERY, { owner, name })),
    );
    if (inside && !inside.files) this.miss('files of the default branch', entry, null);
    if (inside?.deleteBranchOnMerge === null) this.miss('merge settings', entry, null);
    return inside ?? { deleteBranchOnMerge: null, files: null };
  }

  /** `isShown`: whether GitHub returned what only administrators see. */
  private async branch(entry: RepositoryEntry) {
    const branch = entry.default_branch;
    const at = { ...of(entry), branch };
    let isShown = true;
    const protection = await this.part<Protection | 'none'>(
      'branch protection',
      entry,
      () => this.scope.client.get('GET /repos/{owner}/{repo}/branches/{branch}/protection', at, Protection),
      (refused) => {
        isShown = isUnprotected(refused);
        return isShown || isMissing(refused) || refused.isBeyondPlan ? 'none' : null;
      },
    );
    const rules = await this.part<Rule[]>(
      'rules of the default branch',
      entry,
      () => this.scope.client.list('GET /repos/{owner}/{repo}/rules/branches/{branch}', at, Rule),
      (refused) => (refused.isBeyondPlan ? [] : null),
    );
    return { branch, protection, rules, isShown };
  }

  private async vulnerabilityAlerts(entry: RepositoryEntry, isAdministrator: boolean): Promise<boolean | null> {
    return this.part(
      'Dependabot alerts',
      entry,
      async () => {
        await this.scope.client.get('GET /repos/{owner}/{repo}/vulnerability-alerts', of(entry), z.unknown());
        return true;
      },
      ({ status }) => (status === 404 && isAdministrator ? false : null),
    );
  }

  private async immutableReleases(entry: RepositoryEntry, isAdministrator: boolean): Promise<boolean | null> {
    const answer = await this.part(
      'immutable releases',
      entry,
      () => this.scope.client.get('GET /repos/{owner}/{repo}/immutable-releases', of(entry), ImmutableReleases),
      ({ status }) => (status === 404 && isAdministrator ? { enabled: false } : null),
    );
    return answer?.enabled ?? null;
  }

  /** Read only where branch protection does not decide it. */
  private async rulesetsBind(
    entry: RepositoryEntry,
    protection: Protection | 'none' | null,
    rules: Rule[] | null,
  ): Promise<RulesetsBind> {
    if (protection !== 'none' && protection && !protection.enforce_admins?.enabled)
      return { all: false, people: false };
    if (rules === null) return UNKNOWN;
    const ids = new Set(rules.map(({ ruleset_id: id }) => id).filter((id) => id !== undefined));
    const known = await Promise.all([...ids].map((id) => this.rulesetBinds(entry, id)));
    const every = (whom: keyof RulesetsBind) =>
      known.some((each) => each[whom] === false) ? false : known.some((each) => each[whom] === null) ? null : true;
    const bound = { all: every('all'), people: every('people') };
    if (bound.people === null) this.miss('bypass lists of rulesets', entry, null);
    return bound;
  }

  private rulesetBinds(entry: RepositoryEntry, id: number): Promise<RulesetsBind> {
    const answer = this.bound.get(id) ?? this.readRuleset(entry, id);
    this.bound.set(id, answer);
    return answer;
  }

  private async readRuleset(entry: RepositoryEntry, id: number): Promise<RulesetsBind> {
    try {
      const at = { ...of(entry), ruleset_id: id };
      const { bypass_actors: actors } = await this.scope.client.get(
        'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
        at,
        Ruleset,
      );
      if (!actors) return UNKNOWN;
      return { all: actors.length === 0, people: actors.every(({ actor_type: type }) => type === APP) };
    } catch (err) {
      if (err instanceof Refused) return UNKNOWN;
      throw err;
    }
  }

  private workflows(
    { name, html_url: address, default_branch: branch }: RepositoryEntry,
    { files }: RepositoryInside,
  ): Resource[] {
    return (files?.workflows ?? []).map(({ path, name: file, text }) => ({
      type: 'GitHubActionsWorkflow',
      id: `${address}/blob/${branch}/${path}`,
      name: `${name} ${file}`,
      region: null,
      account: this.scope.account,
      properties: { repository: name, path, ...workflowContent(text) },
    }));
  }

  /** Reads a part. A refusal means what `meaning` returns; where that is null, the part is recorded as a gap. */
  private async part<T>(
    part: Part,
    entry: RepositoryEntry,
    read: () => Promise<T>,
    meaning: (refused: Refused) => T | null = () => null,
  ): Promise<T | null> {
    try {
      return await read();
    } catch (err) {
      if (!(err instanceof Refused)) throw err;
      const value = meaning(err);
      if (value === null) this.miss(part, entry, err);
      return value;
    }
  }

  private miss(part: Part, { name }: RepositoryEntry, refused: Refused | null): void {
    this.scope.gaps.add(part, name, refused);
  }
}

function of({ owner, name }: RepositoryEntry) {
  return { owner: owner.login, repo: name };
}

/**
 * Whether a refusal means an unprotected branch. GitHub says so to administrators only; for others the branch is not
 * found.
 */
function isUnprotected({ status, message }: Refused): boolean {
  return status === 404 && /^branch not protected/i.test(message);
}

/** Whether a refusal means an empty repository: its default branch has a name but does not exist yet. */
function isMissing({ status, message }: Refused): boolean {
  return status === 404 && /^branch not found/i.test(message);
}
