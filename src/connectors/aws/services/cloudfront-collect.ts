import { CloudFrontClient, paginateListDistributions, type DistributionSummary } from '@aws-sdk/client-cloudfront';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Distributions. */
export async function* distributions(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(CloudFrontClient);
  for await (const { DistributionList: list } of paginateListDistributions({ client }, {})) {
    for (const distribution of list?.Items ?? []) {
      const policies = viewerPolicies(distribution);
      yield scope.resource({
        type: 'AwsCloudFrontDistribution',
        id: distribution.ARN ?? '',
        name: distribution.Id ?? '',
        properties: {
          domain_name: distribution.DomainName ?? '',
          aliases: [...(distribution.Aliases?.Items ?? [])],
          enabled: distribution.Enabled ?? false,
          viewer_protocol_policies: policies,
          plain_origins: plainOrigins(distribution, policies.includes('allow-all')),
          minimum_protocol_version: distribution.ViewerCertificate?.MinimumProtocolVersion ?? null,
          web_acl_id: distribution.WebACLId === '' ? null : (distribution.WebACLId ?? null),
        },
      });
    }
  }
}

/** Policy of the default cache behaviour, then of those for paths. */
function viewerPolicies({ DefaultCacheBehavior: ofAll, CacheBehaviors: ofPaths }: DistributionSummary): string[] {
  return [ofAll, ...(ofPaths?.Items ?? [])].map((behaviour) => behaviour?.ViewerProtocolPolicy ?? 'allow-all');
}

/** Names of custom origins that are asked over HTTP: always, or as the viewer asks where that may be HTTP. */
function plainOrigins({ Origins: origins }: DistributionSummary, mayViewersBePlain: boolean): string[] {
  return (origins?.Items ?? []).flatMap(({ DomainName: name = '', CustomOriginConfig: config }) => {
    const policy = config?.OriginProtocolPolicy;
    return policy === 'http-only' || (policy === 'match-viewer' && mayViewersBePlain) ? [name] : [];
  });
}
