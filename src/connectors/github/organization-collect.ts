import { ConnectionLost } from '../connector.js';
import type { Resource } from '../resource.js';
import type { GitHubScope } from './github-scope.js';
import { Organization, organizationProperties, showsSettings, WorkflowPermissions } from './organization.rules.js';
import { Refused } from './refusal.rules.js';
import { RepositoryEntry } from './repository.rules.js';

/**
 * The organization. Settings that the token may not read are null, and recorded as gaps.
 * @throws {ConnectionLost} where GitHub does not show the organization
 */
export async function collectOrganization({ client, gaps, account, now }: GitHubScope): Promise<Resource> {
  const org = account;
  const organization = await client.get('GET /orgs/{org}', { org }, Organization).catch((err: unknown) => {
    throw err instanceof Refused ? lost(org, err) : err;
  });
  if (!showsSettings(organization)) gaps.add('organization settings', org, null);
  const workflows = await client
    .get('GET /orgs/{org}/actions/permissions/workflow', { org }, WorkflowPermissions)
    .catch((err: unknown) => {
      if (!(err instanceof Refused)) throw err;
      gaps.add('workflow permissions of the organization', org, err);
      return null;
    });
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
 * Every repository that the credentials see.
 * @throws {ConnectionLost} where GitHub does not show the list
 */
export async function visibleRepositories({ client, account: org }: GitHubScope): Promise<RepositoryEntry[]> {
  try {
    return await client.list('GET /orgs/{org}/repos', { org, type: 'all', sort: 'full_name' }, RepositoryEntry);
  } catch (err) {
    throw err instanceof Refused ? lost(org, err) : err;
  }
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
