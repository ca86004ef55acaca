import { z } from 'zod';
import { ageInDays } from '../age.rules.js';
import type { GraphqlResult } from './github-client.js';
import type { WorkflowPermissions } from './organization.rules.js';

const Feature = z.object({ status: z.string() }).nullish();

/** An item of `GET /orgs/{org}/repos`. */
export const RepositoryEntry = z.object({
  name: z.string(),
  owner: z.object({ login: z.string() }),
  html_url: z.string(),
  visibility: z.string().nullish(),
  private: z.boolean(),
  archived: z.boolean().default(false),
  fork: z.boolean(),
  topics: z.array(z.string()).default([]),
  created_at: z.string().nullish(),
  pushed_at: z.string().nullish(),
  default_branch: z.string(),
  permissions: z.object({ admin: z.boolean() }).nullish(),
  /** Shown to administrators of the repository only. */
  security_and_analysis: z
    .object({
      secret_scanning: Feature,
      secret_scanning_push_protection: Feature,
      dependabot_security_updates: Feature,
    })
    .nullish(),
});
export type RepositoryEntry = z.infer<typeof RepositoryEntry>;

/** `GET /repos/{owner}/{repo}/immutable-releases`. */
export const ImmutableReleases = z.object({ enabled: z.boolean() });

const FILE_PLACES = {
  codeownersInRoot: 'CODEOWNERS',
  codeownersInGithub: '.github/CODEOWNERS',
  codeownersInDocs: 'docs/CODEOWNERS',
  policyInRoot: 'SECURITY.md',
  policyInGithub: '.github/SECURITY.md',
  policyInDocs: 'docs/SECURITY.md',
} as const;
type FilePlace = keyof typeof FILE_PLACES;

const WORKFLOW_FOLDER = '.github/workflows';

/** GraphQL query that replaces a dozen REST requests. `HEAD` is the default branch. */
export const FILES_QUERY = `
  query ($owner: String!, $name: String!) {
    repository(owner: $owner, name: $name) {
      isEmpty
      deleteBranchOnMerge
      head: object(expression: "HEAD:") { __typename }
      ${Object.entries(FILE_PLACES)
        .map(([place, path]) => `${place}: object(expression: "HEAD:${path}") { __typename }`)
        .join('\n      ')}
      workflows: object(expression: "HEAD:${WORKFLOW_FOLDER}") {
        ... on Tree { entries { name object { ... on Blob { text isTruncated } } } }
      }
    }
  }`;

const GitObject = z.object({ __typename: z.string() }).nullish();
const FilesResult = z.object({
  repository: z
    .object({
      isEmpty: z.boolean().nullish(),
      deleteBranchOnMerge: z.boolean().nullish(),
      head: GitObject,
      codeownersInRoot: GitObject,
      codeownersInGithub: GitObject,
      codeownersInDocs: GitObject,
      policyInRoot: GitObject,
      policyInGithub: GitObject,
      policyInDocs: GitObject,
      workflows: z
        .object({
          entries: z
            .array(
              z.object({
                name: z.string(),
                object: z.object({ text: z.string().nullish(), isTruncated: z.boolean().nullish() }).nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

/** Files of the default branch that checks look for. */
export interface Files {
  codeowners: string[];
  securityPolicies: string[];
  /** `text` is null where GitHub truncates it. */
  workflows: { path: string; name: string; text: string | null }[];
}

/** Data of a repository from the GraphQL query. */
export interface RepositoryInside {
  /** Null where GitHub does not show it. */
  deleteBranchOnMerge: boolean | null;
  /** Null where the token may not read them. */
  files: Files | null;
}

/** Reads the result of `FILES_QUERY`. GitHub omits what the token may not read, some of it without an error. */
export function insideOf({ data, errors }: GraphqlResult): RepositoryInside {
  const repository = FilesResult.safeParse(data).data?.repository;
  if (!repository) return { deleteBranchOnMerge: null, files: null };
  const isRefused = errors.some(({ path }) => path?.[1] !== 'deleteBranchOnMerge');
  const isSeen = repository.isEmpty === true || Boolean(repository.head);
  const found = (places: FilePlace[]) => places.filter((place) => repository[place]).map((place) => FILE_PLACES[place]);
  return {
    deleteBranchOnMerge: repository.deleteBranchOnMerge ?? null,
    files:
      isRefused || !isSeen
        ? null
        : {
            codeowners: found(['codeownersInGithub', 'codeownersInRoot', 'codeownersInDocs']),
            securityPolicies: found(['policyInRoot', 'policyInGithub', 'policyInDocs']),
            workflows: (repository.workflows?.entries ?? [])
              .filter(({ name }) => /\.ya?ml$/.test(name))
              .map(({ name, object }) => ({
                name,
                path: `${WORKFLOW_FOLDER}/${name}`,
                text: object?.isTruncated === true ? null : (object?.text ?? null),
              })),
          },
  };
}

/** GitHub's responses on one repository. */
export interface RepositoryResponses {
  entry: RepositoryEntry;
  inside: RepositoryInside;
  vulnerabilityAlerts: boolean | null;
  immutableReleases: boolean | null;
  workflowPermissions: WorkflowPermissions | null;
  defaultBranch: Record<string, unknown>;
  now: Date;
}

/** Properties of a `GitHubRepository`. */
export function repositoryProperties(responses: RepositoryResponses): Record<string, unknown> {
  const { entry, inside, workflowPermissions, now } = responses;
  const features = entry.security_and_analysis;
  // A feature missing from the list that is shown is not part of the plan, so it is off.
  const isOn = (feature: z.infer<typeof Feature>) => (features ? feature?.status === 'enabled' : null);
  const created = entry.created_at ?? now.toISOString();
  return {
    visibility: entry.visibility ?? (entry.private ? 'private' : 'public'),
    is_archived: entry.archived,
    is_fork: entry.fork,
    topics: entry.topics,
    age_days: ageInDays(created, now),
    days_since_push: ageInDays(entry.pushed_at ?? created, now),
    delete_branch_on_merge: inside.deleteBranchOnMerge,
    vulnerability_alerts: responses.vulnerabilityAlerts,
    dependabot_security_updates: isOn(features?.dependabot_security_updates),
    secret_scanning: isOn(features?.secret_scanning),
    secret_scanning_push_protection: isOn(features?.secret_scanning_push_protection),
    immutable_releases: responses.immutableReleases,
    codeowners_files: inside.files?.codeowners ?? null,
    security_policy_files: inside.files?.securityPolicies ?? null,
    default_workflow_permissions: workflowPermissions?.default_workflow_permissions ?? null,
    workflows_can_approve_pull_requests: workflowPermissions?.can_approve_pull_request_reviews ?? null,
    default_branch: responses.defaultBranch,
  };
}
