import { DescribeClusterCommand, EKSClient, paginateListClusters, type Cluster } from '@aws-sdk/client-eks';
import { addressSet, isInternet } from '../../address-set.rules.js';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';

const CALLS_MAX = 4;

/** EKS clusters. */
export async function* clusters(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EKSClient);
  for await (const { clusters: names = [] } of paginateListClusters({ client }, {})) {
    yield* asCompleted(names, CALLS_MAX, async (name) => {
      const { cluster } = await client.send(new DescribeClusterCommand({ name }));
      return scope.resource({
        type: 'AwsEksCluster',
        id: cluster?.arn ?? name,
        name,
        properties: clusterOf(cluster ?? {}),
      });
    });
  }
}

/** Properties of a cluster. */
export function clusterOf({ version, status, resourcesVpcConfig: network, logging, encryptionConfig, tags }: Cluster) {
  const logs = (logging?.clusterLogging ?? []).filter(({ enabled }) => enabled === true);
  const isPublic = network?.endpointPublicAccess ?? false;
  // Without a list, AWS admits every address.
  const ranges = network?.publicAccessCidrs ?? [];
  return {
    version: version ?? null,
    status: status ?? null,
    endpoint_public_access: isPublic,
    endpoint_private_access: network?.endpointPrivateAccess ?? false,
    public_access_cidrs: [...ranges],
    open_to_world: isPublic && (ranges.length === 0 || isInternet(addressSet(ranges))),
    log_types: logs.flatMap(({ types }) => types ?? []),
    secrets_encrypted: (encryptionConfig ?? []).some(({ provider }) => provider?.keyArn !== undefined),
    tags: { ...tags },
  };
}
