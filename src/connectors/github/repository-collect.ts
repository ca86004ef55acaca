import { z } from 'zod';
import type { Resource } from '../resource.js';
import { defaultBranch, Protection, Rule } from './branch.rules.js';
import type { GitHubClient } from './github-client.js';
import type { Missing, Part } from './github-gap-log.js';
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

const Ruleset = z.object({ bypass_actors: z.array(z.unknown()).nullish() });

/** Reads one repository after the other; what several have in common, once. */
export class RepositoryReader {
  /** Whether a ruleset lets nobody past, by its number; null where GitHub does not show its list. */
  private readonly bindsAll = new Map<number, Promise<boolean | null>>();

  constructor(
    private readonly github: GitHubClient,
    private readonly options: { account: string; missing: Missing; now: Date },
  ) {}

  /** The repository, then its workflows. Properties that the token may not read are null, and told to `missing`. */
  async read(entry: RepositoryEntry): Promise<Resource[]> {
    const { account, now } = this.options;
    const inside = await this.inside(entry);
    const { protection, rules, branch, isShown } = await this.branch(entry);
    // To an administrator, not found means not switched on.
    const isAdministrator = isShown || Boolean(entry.security_and_analysis) || entry.permissions?.admin === true;
    if (!entry.security_and_analysis) this.miss('security features', entry, null);
    const properties = repositoryProperties({
      entry,
      inside,
      vulnerabilityAlerts: await this.vulnerabilityAlerts(entry, isAdministrator),
      immutableReleases: await this.immutableReleases(entry, isAdministrator),
      workflowPermissions: await this.part('workflow permissions', entry, () =>
        this.github.get('GET /repos/{owner}/{repo}/actions/permissions/workflow', of(entry), WorkflowPermissions),
      ),
      defaultBranch: defaultBranch({
        name: branch,
        protection,
        rules,
        someRulesetBindsAll: await this.someRulesetBindsAll(entry, protection, rules),
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
      insideOf(await this.github.graph(FILES_QUERY, { owner, name })),
    );
    if (inside && !inside.files) this.miss('files of the default branch', entry, null);
    if (inside?.deleteBranchOnMerge === null) this.miss('merge settings', entry, null);
    return inside ?? { deleteBranchOnMerge: null, files: null };
  }

  /** `isShown` says that GitHub has told an administrator's part. */
  private async branch(entry: RepositoryEntry) {
    const branch = entry.default_branch;
    const at = { ...of(entry), branch };
    let isShown = true;
    const protection = await this.part<Protection | 'none'>(
      'branch protection',
      entry,
      () => this.github.get('GET /repos/{owner}/{repo}/branches/{branch}/protection', at, Protection),
      (refused) => {
        isShown = isUnprotected(refused);
        return isShown || isNotThere(refused) || refused.isBeyondPlan ? 'none' : null;
      },
    );
    const rules = await this.part<Rule[]>(
      'rules of the default branch',
      entry,
      () => this.github.list('GET /repos/{owner}/{repo}/rules/branches/{branch}', at, Rule),
      (refused) => (refused.isBeyondPlan ? [] : null),
    );
    return { branch, protection, rules, isShown };
  }

  private async vulnerabilityAlerts(entry: RepositoryEntry, isAdministrator: boolean): Promise<boolean | null> {
    return this.part(
      'Dependabot alerts',
      entry,
      async () => {
        await this.github.get('GET /repos/{owner}/{repo}/vulnerability-alerts', of(entry), z.unknown());
        return true;
      },
      ({ status }) => (status === 404 && isAdministrator ? false : null),
    );
  }

  private async immutableReleases(entry: RepositoryEntry, isAdministrator: boolean): Promise<boolean | null> {
    const answer = await this.part(
      'immutable releases',
      entry,
      () => this.github.get('GET /repos/{owner}/{repo}/immutable-releases', of(entry), ImmutableReleases),
      ({ status }) => (status === 404 && isAdministrator ? { enabled: false } : null),
    );
    return answer?.enabled ?? null;
  }

  /** Asked only where branch protection does not settle it. */
  private async someRulesetBindsAll(
    entry: RepositoryEntry,
    protection: Protection | 'none' | null,
    rules: Rule[] | null,
  ): Promise<boolean | null> {
    if (protection !== 'none' && protection?.enforce_admins?.enabled) return false;
    if (rules === null) return null;
    const ids = new Set(rules.map(({ ruleset_id: id }) => id).filter((id) => id !== undefined));
    const known = await Promise.all([...ids].map((id) => this.rulesetBindsAll(entry, id)));
    if (known.includes(true)) return true;
    if (!known.includes(null)) return false;
    this.miss('bypass lists of rulesets', entry, null);
    return null;
  }

  private rulesetBindsAll(entry: RepositoryEntry, id: number): Promise<boolean | null> {
    const asked = this.bindsAll.get(id) ?? this.askRuleset(entry, id);
    this.bindsAll.set(id, asked);
    return asked;
  }

  private async askRuleset(entry: RepositoryEntry, id: number): Promise<boolean | null> {
    try {
      const at = { ...of(entry), ruleset_id: id };
      const { bypass_actors: actors } = await this.github.get(
        'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
        at,
        Ruleset,
      );
      return actors ? actors.length === 0 : null;
    } catch (err) {
      if (err instanceof Refused) return null;
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
      account: this.options.account,
      properties: { repository: name, path, ...workflowContent(text) },
    }));
  }

  /** What an endpoint answers, or what its refusal says; else null, told to `missing`. */
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
      const meant = meaning(err);
      if (meant === null) this.miss(part, entry, err);
      return meant;
    }
  }

  private miss(part: Part, { name }: RepositoryEntry, refused: Refused | null): void {
    this.options.missing.add(part, name, refused);
  }
}

function of({ owner, name }: RepositoryEntry) {
  return { owner: owner.login, repo: name };
}

/** Said to administrators alone; to others the branch is just not found. */
function isUnprotected({ status, message }: Refused): boolean {
  return status === 404 && /^branch not protected/i.test(message);
}

/** The repository is empty: its default branch has a name, and nothing else yet. */
function isNotThere({ status, message }: Refused): boolean {
  return status === 404 && /^branch not found/i.test(message);
}
