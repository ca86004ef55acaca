import {
  DescribeHubCommand,
  paginateGetEnabledStandards,
  paginateListEnabledProductsForImport,
  SecurityHubClient,
} from '@aws-sdk/client-securityhub';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Errors for an account that has not enabled Security Hub. */
const NOT_ENABLED = ['InvalidAccessException', 'ResourceNotFoundException'];

/** The hub of the region, or its absence. */
export async function* hub(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(SecurityHubClient);
  const described = await scope.optional(client.send(new DescribeHubCommand({})), NOT_ENABLED);
  yield scope.resource({
    type: 'AwsSecurityHubHub',
    id: `arn:${scope.session.partition}:securityhub:${scope.region}:${scope.account}:hub/default`,
    name: scope.region,
    properties: {
      status: described ? 'ACTIVE' : 'ABSENT',
      enabled_standards: described ? await standardsOf(client) : [],
      integrations: described ? await integrationsOf(client) : [],
    },
  });
}

async function standardsOf(client: SecurityHubClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { StandardsSubscriptions: page = [] } of paginateGetEnabledStandards({ client }, {})) {
    for (const { StandardsArn: arn = '', StandardsStatus: status } of page) {
      // arn:aws:securityhub:eu-central-1::standards/pci-dss/v/3.2.1, or …::ruleset/…
      if (status !== 'DELETING' && status !== 'FAILED') names.push(arn.replace(/^.*?::(standards|ruleset)\//, ''));
    }
  }
  return names;
}

async function integrationsOf(client: SecurityHubClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { ProductSubscriptions: page = [] } of paginateListEnabledProductsForImport({ client }, {})) {
    names.push(...page.map((arn) => arn.replace(/^.*:product-subscription\//, '')));
  }
  return names;
}
