import { CloudFrontClient, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Distributions. */
export async function* distributions(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(CloudFrontClient);
  for await (const { DistributionList: list } of paginateListDistributions({ client }, {})) {
    for (const distribution of list?.Items ?? []) {
      yield scope.resource({
        type: 'AwsCloudFrontDistribution',
        id: distribution.ARN ?? '',
        name: distribution.Id ?? '',
        properties: {
          domain_name: distribution.DomainName ?? '',
          aliases: [...(distribution.Aliases?.Items ?? [])],
          enabled: distribution.Enabled ?? false,
          viewer_protocol_policy: distribution.DefaultCacheBehavior?.ViewerProtocolPolicy ?? 'allow-all',
          minimum_protocol_version: distribution.ViewerCertificate?.MinimumProtocolVersion ?? null,
          web_acl_id: distribution.WebACLId === '' ? null : (distribution.WebACLId ?? null),
        },
      });
    }
  }
}
