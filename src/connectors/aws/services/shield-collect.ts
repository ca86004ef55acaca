import { ElasticLoadBalancingV2Client, paginateDescribeLoadBalancers } from '@aws-sdk/client-elastic-load-balancing-v2';
import { GetSubscriptionStateCommand, paginateListProtections, ShieldClient } from '@aws-sdk/client-shield';
import type { Resource } from '../../resource.js';
import { inEveryRegion } from '../every-region.js';
import type { AwsScope } from '../aws-scope.js';

/** Internet-facing load balancers, where the account has subscribed to Shield Advanced. */
export async function* loadBalancers(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(ShieldClient);
  const { SubscriptionState: state } = await client.send(new GetSubscriptionStateCommand({}));
  if (state !== 'ACTIVE') return;
  const protectedArns = new Set<string>();
  for await (const { Protections: page = [] } of paginateListProtections({ client }, {})) {
    for (const { ResourceArn: arn } of page) if (arn !== undefined) protectedArns.add(arn);
  }
  for await (const found of inEveryRegion(scope, facingTheInternet)) {
    for (const { arn, name, type, region } of found) {
      const properties = { type, is_protected: protectedArns.has(arn) };
      yield scope.resource({ type: 'AwsShieldLoadBalancer', id: arn, name, region, properties });
    }
  }
}

async function facingTheInternet(scope: AwsScope, region: string) {
  const found: { arn: string; name: string; type: string; region: string }[] = [];
  const pages = paginateDescribeLoadBalancers({ client: scope.client(ElasticLoadBalancingV2Client, region) }, {});
  for await (const { LoadBalancers: page = [] } of pages) {
    for (const { LoadBalancerArn: arn = '', LoadBalancerName: name = '', Type: type = '', Scheme: scheme } of page) {
      if (scheme === 'internet-facing') found.push({ arn, name, type, region });
    }
  }
  return found;
}
