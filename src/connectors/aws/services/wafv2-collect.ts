import { GetWebACLCommand, WAFV2Client, type Scope, type WebACL } from '@aws-sdk/client-wafv2';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { webAclsOf } from './wafv2-shared.js';

/** Region in which AWS stores the web ACLs of CloudFront. */
const EDGE_REGION = 'us-east-1';

/** Web ACLs with their rules. */
export async function* webAcls(scope: AwsScope): AsyncGenerator<Resource> {
  yield* webAclsIn(scope, 'REGIONAL');
  // Once for the account, whatever regions are read. China and GovCloud have no CloudFront web ACLs.
  if (scope.session.partition === 'aws' && scope.region === scope.session.regions[0])
    yield* webAclsIn(scope, 'CLOUDFRONT');
}

async function* webAclsIn(scope: AwsScope, kind: Scope): AsyncGenerator<Resource> {
  const client = kind === 'CLOUDFRONT' ? scope.client(WAFV2Client, EDGE_REGION) : scope.client(WAFV2Client);
  for await (const { ARN: arn = '', Id: id, Name: name = '' } of webAclsOf(client, kind)) {
    const { WebACL: acl } = await client.send(new GetWebACLCommand({ Scope: kind, Id: id, Name: name }));
    yield scope.resource({
      type: 'AwsWafv2WebAcl',
      id: arn,
      name,
      ...(kind === 'CLOUDFRONT' ? { region: null } : {}),
      properties: {
        scope: kind,
        default_action: acl?.DefaultAction?.Block ? 'block' : 'allow',
        rules: (acl?.Rules ?? []).flatMap(({ Name: rule }) => rule ?? []),
        firewall_manager_rule_groups: firewallManagerGroups(acl),
      },
    });
  }
}

function firewallManagerGroups(acl: WebACL | undefined): string[] {
  const { PreProcessFirewallManagerRuleGroups: before = [], PostProcessFirewallManagerRuleGroups: after = [] } =
    acl ?? {};
  return [...before, ...after].flatMap(({ Name: name }) => name ?? []);
}
