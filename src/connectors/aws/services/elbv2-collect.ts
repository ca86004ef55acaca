import {
  DescribeLoadBalancerAttributesCommand,
  DescribeTagsCommand,
  ElasticLoadBalancingV2Client,
  paginateDescribeListeners,
  paginateDescribeLoadBalancers,
  paginateDescribeRules,
  type Listener,
  type LoadBalancer,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { ListResourcesForWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { listenerOf, loadBalancerOf, redirectsToHttps } from './elbv2.rules.js';
import { webAclsOf } from './wafv2-shared.js';

const CALLS_MAX = 4;
/** Limit of resources in one call for tags. */
const PAGE = 20;

/** Load balancers with their listeners. */
export async function* loadBalancers(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(ElasticLoadBalancingV2Client);
  let webAcls: Map<string, string[]> | undefined;
  for await (const { LoadBalancers: found = [] } of paginateDescribeLoadBalancers({ client, pageSize: PAGE }, {})) {
    if (found.length === 0) continue;
    webAcls ??= await scope.detail(webAclsByBalancer(scope));
    const known = webAcls;
    const tags = await scope.detail(tagsByBalancer(scope, found));
    yield* asCompleted(found, CALLS_MAX, async (balancer) => {
      const arn = balancer.LoadBalancerArn ?? '';
      const [attributes, listeners] = await Promise.all([
        scope.detail(attributesOf(scope, arn)),
        scope.detail(listenersOf(scope, arn)),
      ]);
      return scope.described({
        type: 'AwsElbv2LoadBalancer',
        id: arn,
        name: balancer.LoadBalancerName ?? arn,
        properties: loadBalancerOf(balancer, {
          attributes,
          listeners,
          webAcls: () => known.get(arn) ?? [],
          tags: () => tags.get(arn) ?? [],
        }),
      });
    });
  }
}

async function attributesOf(scope: AwsScope, arn: string): Promise<Map<string, string>> {
  const command = new DescribeLoadBalancerAttributesCommand({ LoadBalancerArn: arn });
  const { Attributes: attributes = [] } = await scope.client(ElasticLoadBalancingV2Client).send(command);
  return new Map(attributes.map(({ Key: key = '', Value: value = '' }) => [key, value]));
}

async function listenersOf(scope: AwsScope, arn: string) {
  const client = scope.client(ElasticLoadBalancingV2Client);
  const listeners: ReturnType<typeof listenerOf>[] = [];
  for await (const { Listeners: found = [] } of paginateDescribeListeners({ client }, { LoadBalancerArn: arn })) {
    for (const listener of found) listeners.push(listenerOf(listener, await isRedirecting(scope, listener)));
  }
  return listeners;
}

/** Whether a listener with plain HTTP redirects every request: all of its rules do. Those of other listeners are not read. */
async function isRedirecting(scope: AwsScope, { Protocol: protocol, ListenerArn: arn }: Listener): Promise<boolean> {
  if (protocol !== 'HTTP') return false;
  const client = scope.client(ElasticLoadBalancingV2Client);
  let isAny = false;
  for await (const { Rules: rules = [] } of paginateDescribeRules({ client }, { ListenerArn: arn })) {
    if (!rules.every(redirectsToHttps)) return false;
    isAny ||= rules.length > 0;
  }
  return isAny;
}

async function tagsByBalancer(scope: AwsScope, found: LoadBalancer[]) {
  const command = new DescribeTagsCommand({ ResourceArns: found.map(({ LoadBalancerArn: arn }) => arn ?? '') });
  const { TagDescriptions: described = [] } = await scope.client(ElasticLoadBalancingV2Client).send(command);
  return new Map(described.map(({ ResourceArn: arn = '', Tags: tags = [] }) => [arn, tags]));
}

/** Names of web ACLs by the ARN of their load balancer. */
async function webAclsByBalancer(scope: AwsScope): Promise<Map<string, string[]>> {
  const client = scope.client(WAFV2Client);
  const byBalancer = new Map<string, string[]>();
  for await (const { ARN: arn, Name: name = '' } of webAclsOf(client, 'REGIONAL')) {
    const command = new ListResourcesForWebACLCommand({ WebACLArn: arn, ResourceType: 'APPLICATION_LOAD_BALANCER' });
    const { ResourceArns: balancers = [] } = await client.send(command);
    for (const balancer of balancers) byBalancer.set(balancer, [...(byBalancer.get(balancer) ?? []), name]);
  }
  return byBalancer;
}
