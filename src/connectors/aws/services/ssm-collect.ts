import { paginateListResourceComplianceSummaries, SSMClient } from '@aws-sdk/client-ssm';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Patch state of the instances that Systems Manager has scanned. */
export async function* patches(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateListResourceComplianceSummaries(
    { client: scope.client(SSMClient), pageSize: 50 },
    { Filters: [{ Key: 'ComplianceType', Values: ['Patch'], Type: 'EQUAL' }] },
  );
  for await (const { ResourceComplianceSummaryItems: page = [] } of pages) {
    for (const item of page) {
      const id = item.ResourceId ?? '';
      yield scope.resource({
        type: 'AwsSsmPatchCompliance',
        id: `arn:${scope.session.partition}:ssm:${scope.region}:${scope.account}:managed-instance/${id}`,
        name: `patches of ${id}`,
        properties: {
          status: item.Status ?? '',
          severity: item.OverallSeverity ?? 'UNSPECIFIED',
          missing_count: item.NonCompliantSummary?.NonCompliantCount ?? 0,
          installed_count: item.CompliantSummary?.CompliantCount ?? 0,
          checked_age_days: scope.ageDays(item.ExecutionSummary?.ExecutionTime),
        },
      });
    }
  }
}
