import {
  DescribeOrganizationCommand,
  DescribePolicyCommand,
  OrganizationsClient,
  paginateListDelegatedAdministrators,
  paginateListPolicies,
  paginateListTargetsForPolicy,
  type PolicyType,
} from '@aws-sdk/client-organizations';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { regionsLeftOpen } from './organizations.rules.js';

/** The organization, where the account is its management account. Other accounts may not read its policies. */
export async function* organization(scope: AwsScope): AsyncGenerator<Resource> {
  const call = scope.client(OrganizationsClient).send(new DescribeOrganizationCommand({}));
  const { Organization: found } = (await scope.optional(call, ['AWSOrganizationsNotInUseException'])) ?? {};
  if (found?.MasterAccountId !== scope.account) return;
  const { settings } = scope.session;
  yield scope.resource({
    type: 'AwsOrganizationsOrganization',
    id: found.Arn ?? '',
    name: found.Id ?? '',
    properties: {
      management_account: found.MasterAccountId,
      feature_set: found.FeatureSet ?? '',
      delegated_administrators: await delegatedAdministrators(scope),
      trusted_accounts: [...settings.trusted_accounts],
      tag_policies: (await policiesOf(scope, 'TAG_POLICY')).map(({ name, targets }) => ({ name, targets })),
      region_policies: await regionPolicies(scope),
      approved_regions: [...settings.approved_regions],
    },
  });
}

async function delegatedAdministrators(scope: AwsScope): Promise<string[]> {
  const pages = paginateListDelegatedAdministrators({ client: scope.client(OrganizationsClient) }, {});
  const ids: string[] = [];
  for await (const { DelegatedAdministrators: page = [] } of pages) ids.push(...page.map(({ Id: id }) => id ?? ''));
  return ids;
}

interface PolicyFound {
  id: string;
  name: string;
  targets: string[];
}

async function policiesOf(scope: AwsScope, kind: PolicyType): Promise<PolicyFound[]> {
  const client = scope.client(OrganizationsClient);
  const found: PolicyFound[] = [];
  for await (const { Policies: page = [] } of paginateListPolicies({ client }, { Filter: kind })) {
    for (const { Id: id = '', Name: name = '' } of page) {
      const targets: string[] = [];
      for await (const { Targets: some = [] } of paginateListTargetsForPolicy({ client }, { PolicyId: id })) {
        targets.push(...some.map(({ TargetId: target }) => target ?? ''));
      }
      found.push({ id, name, targets });
    }
  }
  return found;
}

async function regionPolicies(scope: AwsScope) {
  const found: { name: string; targets: string[]; regions: string[] }[] = [];
  for (const { id, name, targets } of await policiesOf(scope, 'SERVICE_CONTROL_POLICY')) {
    const { Policy: policy } = await scope
      .client(OrganizationsClient)
      .send(new DescribePolicyCommand({ PolicyId: id }));
    const regions = regionsLeftOpen(policy?.Content);
    if (regions) found.push({ name, targets, regions });
  }
  return found;
}
