import { ConnectionLost } from '../connector.js';
import type { Resource } from '../resource.js';
import type { GitHubScope } from './github-scope.js';
import { Organization, organizationProperties, showsSettings, WorkflowPermissions } from './organization.rules.js';
import { Refused } from './refusal.rules.js';
import { RepositoryEntry } from './repository.rules.js';

/**
 * The organization; null, and a gap, where GitHub does not show it. Settings that the token may not read are null, and recorded as gaps.
 * @throws {ConnectionLost} where it is not there, or elsewhere, or the token has to be authorized for its single sign-on
 */
export async function collectOrganization(scope: GitHubScope): Promise<Resource | null> {
  const { client, gaps, account: org, now } = scope;
  const organization = await client.get('GET /orgs/{org}', { org }, Organization).catch((err: unknown) => {
    if (!(err instanceof Refused)) throw err;
    if (err.needsSingleSignOn || isElsewhere(err)) throw lost(org, err);
    gaps.add('organization', org, err);
    return null;
  });
  if (!organization) return null;
  if (!showsSettings(organization)) gaps.add('organization settings', org, null);
  const workflows = await workflowPermissions(scope);
  return {
    type: 'GitHubOrganization',
    id: organization.html_url,
    name: organization.login,
    region: null,
    account: org,
    properties: organizationProperties(organization, workflows, now),
  };
}

/**
 * Every repository that the credentials see; null, and a gap, where GitHub does not show the list.
 * @param isOrganizationShown whether anything can be read without it
 * @throws {ConnectionLost} where nothing can, or the token has to be authorized for the single sign-on of the organization
 */
export async function visibleRepositories(
  { client, gaps, account: org }: GitHubScope,
  isOrganizationShown: boolean,
): Promise<RepositoryEntry[] | null> {
  try {
    return await client.list('GET /orgs/{org}/repos', { org, type: 'all', sort: 'full_name' }, RepositoryEntry);
  } catch (err) {
    if (!(err instanceof Refused)) throw err;
    if (err.needsSingleSignOn || !isOrganizationShown) throw lost(org, err);
    gaps.add('the list of repositories', org, err);
    return null;
  }
}

async function workflowPermissions({ client, gaps, account: org }: GitHubScope): Promise<WorkflowPermissions | null> {
  try {
    return await client.get('GET /orgs/{org}/actions/permissions/workflow', { org }, WorkflowPermissions);
  } catch (err) {
    if (!(err instanceof Refused)) throw err;
    gaps.add('workflow permissions of the organization', org, err);
    return null;
  }
}

/** Whether there is no organization of the name, at least any more, or none for these credentials. */
function isElsewhere({ status }: Refused): boolean {
  return status === 404 || (status !== null && status < 400);
}

function lost(org: string, refused: Refused): ConnectionLost {
  return new ConnectionLost(sentenceOf(org, refused), { cause: refused });
}

function sentenceOf(org: string, { status, message, needsSingleSignOn }: Refused): string {
  if (needsSingleSignOn) return `The token has to be authorized for the single sign-on of ${org}.`;
  if (status === 404) return `There is no organization ${org}, or the credentials may not see it.`;
  if (status === null) return `GitHub does not show ${org}: ${message}.`;
  if (status >= 500) return `GitHub does not show ${org}: it answered with ${String(status)}.`;
  return `GitHub refuses to show ${org}: ${message}.`;
}
