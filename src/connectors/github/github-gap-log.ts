import type { Gap } from '../resource.js';
import { Refused } from './refusal.rules.js';

interface PartDeclaration {
  /** Permission of a fine-grained token or App. */
  fine: string;
  /** The same of a classic token. */
  classic: string;
  /** The properties that rest on it, by resource type. */
  properties: Readonly<Record<string, readonly string[]>>;
  /** Resource types of which whole resources are missing. */
  wholes?: readonly string[];
}

const OF_ORGANIZATION = {
  fine: 'organization permission Administration: read',
  classic: 'scope admin:org of an owner',
};
const OF_ADMINISTRATOR = {
  fine: 'repository permission Administration: read',
  classic: 'scope repo of an administrator',
};
const OF_REPOSITORY = { fine: 'repository permission Metadata: read', classic: 'scope repo' };
const WORKFLOW_PERMISSIONS = ['default_workflow_permissions', 'workflows_can_approve_pull_requests'];

/** Parts that a token may be refused. */
const PARTS = {
  organization: { ...OF_ORGANIZATION, properties: {}, wholes: ['GitHubOrganization'] },
  'the list of repositories': {
    ...OF_REPOSITORY,
    properties: {},
    wholes: ['GitHubRepository', 'GitHubActionsWorkflow'],
  },
  'organization settings': {
    ...OF_ORGANIZATION,
    properties: {
      GitHubOrganization: [
        'two_factor_requirement_enabled',
        'default_repository_permission',
        'members_can_create_repositories',
        'members_can_create_public_repositories',
        'members_can_create_private_repositories',
        'members_can_create_internal_repositories',
        'members_can_delete_repositories',
        'members_can_fork_private_repositories',
        'is_verified',
        'web_commit_signoff_required',
      ],
    },
  },
  'workflow permissions of the organization': {
    ...OF_ORGANIZATION,
    properties: { GitHubOrganization: WORKFLOW_PERMISSIONS },
  },
  'branch protection': { ...OF_ADMINISTRATOR, properties: { GitHubRepository: ['default_branch'] } },
  'rules of the default branch': { ...OF_REPOSITORY, properties: { GitHubRepository: ['default_branch'] } },
  'security features': {
    ...OF_ADMINISTRATOR,
    properties: {
      GitHubRepository: ['dependabot_security_updates', 'secret_scanning', 'secret_scanning_push_protection'],
    },
  },
  'Dependabot alerts': { ...OF_ADMINISTRATOR, properties: { GitHubRepository: ['vulnerability_alerts'] } },
  'immutable releases': { ...OF_ADMINISTRATOR, properties: { GitHubRepository: ['immutable_releases'] } },
  'workflow permissions': { ...OF_ADMINISTRATOR, properties: { GitHubRepository: WORKFLOW_PERMISSIONS } },
  'bypass lists of rulesets': {
    ...OF_ADMINISTRATOR,
    fine: 'repository permission Administration: write',
    properties: { GitHubRepository: ['default_branch'] },
  },
  'merge settings': { ...OF_REPOSITORY, properties: { GitHubRepository: ['delete_branch_on_merge'] } },
  'files of the default branch': {
    fine: 'repository permission Contents: read',
    classic: 'scope repo',
    properties: { GitHubRepository: ['codeowners_files', 'security_policy_files', 'delete_branch_on_merge'] },
    wholes: ['GitHubActionsWorkflow'],
  },
} as const satisfies Record<string, PartDeclaration>;
/** A part of an organization or repository that may be refused. */
export type Part = keyof typeof PARTS;
const DECLARED: Readonly<Record<Part, PartDeclaration>> = PARTS;

const NAMED_MAX = 5;

interface Seen {
  places: string[];
  count: number;
  refused: Refused | null;
}

/** Properties that GitHub did not show, reported at the end as one gap for each part. */
export class GitHubGapLog {
  /** The first places are named, the others counted. */
  private readonly parts = new Map<Part, Seen>();

  constructor(private readonly account: string) {}

  /** @param refused GitHub's refusal; null where it omitted the part from a response */
  add(part: Part, place: string, refused: Refused | null): void {
    const known = this.parts.get(part) ?? { places: [], count: 0, refused };
    known.count += 1;
    if (known.places.length < NAMED_MAX) known.places.push(place);
    this.parts.set(part, known);
  }

  /** Missing parts except `except`, each as a sentence. */
  sentences(except: readonly Part[] = []): string[] {
    return [...this.parts].filter(([part]) => !except.includes(part)).map(([part, seen]) => sentence(part, seen));
  }

  /**
   * A gap for each part and type. The properties are null, wholly or in part, and checks that need one do not evaluate the resource;
   * of workflows, which are files, and of what is not shown at all, whole resources are missing.
   */
  all(): Gap[] {
    return [...this.parts].flatMap(([part, seen]): Gap[] => {
      const gap = { region: null, account: this.account, reason: sentence(part, seen) };
      const { properties: byType, wholes } = DECLARED[part];
      const ofProperties = Object.entries(byType).map(([type, properties]) => ({
        resourceTypes: [type],
        properties,
        ...gap,
      }));
      return wholes ? [{ resourceTypes: [...wholes], ...gap }, ...ofProperties] : ofProperties;
    });
  }
}

function sentence(part: Part, { places, count, refused }: Seen): string {
  const { fine, classic } = PARTS[part];
  const named = places.join(', ');
  const where = count > places.length ? `${named} and ${String(count - places.length)} more` : named;
  const unread = part === 'organization' ? `GitHub does not show ${where}` : `GitHub does not show ${part} of ${where}`;
  if (refused?.status === null) return `${unread}: it does not answer (${fine}).`;
  if (refused && refused.status >= 500) return `${unread}: it answered with ${String(refused.status)} (${fine}).`;
  if (refused && refused.status < 400) return `${unread}: ${refused.message} (${fine}).`;
  const accepted = refused?.acceptedPermissions ? ` GitHub itself names ${refused.acceptedPermissions}.` : '';
  return `${unread}: the token needs the ${fine} (a classic token: ${classic}).${accepted}`;
}
