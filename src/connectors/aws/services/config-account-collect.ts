import { ConfigServiceClient, paginateDescribeConfigurationAggregators } from '@aws-sdk/client-config-service';
import { OrganizationsClient, paginateListDelegatedAdministrators } from '@aws-sdk/client-organizations';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { fromEveryRegion } from './from-every-region.js';

/** Aggregators of every region, and the delegated administrators of Config. */
export async function* account(scope: AwsScope): AsyncGenerator<Resource> {
  const aggregators = await fromEveryRegion(scope, (region) => aggregatorsOf(scope, region));
  if (!aggregators) return;
  yield scope.resource({
    type: 'AwsConfigAccount',
    id: `arn:${scope.session.partition}:config::${scope.account}:account`,
    name: scope.account,
    properties: { ...(await administration(scope)), aggregators },
  });
}

async function aggregatorsOf(scope: AwsScope, region: string) {
  const client = scope.client(ConfigServiceClient, region);
  const found = [];
  for await (const page of paginateDescribeConfigurationAggregators({ client }, {})) {
    for (const aggregator of page.ConfigurationAggregators ?? []) {
      const source = aggregator.OrganizationAggregationSource;
      found.push({
        name: aggregator.ConfigurationAggregatorName ?? '',
        region,
        covers_organization: source !== undefined,
        covers_all_regions: source?.AllAwsRegions === true,
      });
    }
  }
  return found;
}

async function administration(scope: AwsScope) {
  const isAlone = Symbol();
  const call = scope.optional(listed(scope), ['AWSOrganizationsNotInUseException']);
  const ids = await scope.known(call.then((found) => found ?? isAlone));
  if (ids === isAlone) return { in_organization: false, delegated_administrators: [] };
  return { in_organization: true, delegated_administrators: typeof ids === 'symbol' ? null : ids };
}

async function listed(scope: AwsScope): Promise<string[]> {
  const client = scope.client(OrganizationsClient, scope.session.homeRegion);
  const ids: string[] = [];
  const pages = paginateListDelegatedAdministrators({ client }, { ServicePrincipal: 'config.amazonaws.com' });
  for await (const { DelegatedAdministrators: page = [] } of pages) ids.push(...page.map(({ Id: id = '' }) => id));
  return ids;
}
