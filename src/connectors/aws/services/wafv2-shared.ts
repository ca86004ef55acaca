import { ListWebACLsCommand, type Scope, type WAFV2Client, type WebACLSummary } from '@aws-sdk/client-wafv2';

/** Every web ACL of a scope. The SDK has no paginator for it. */
export async function* webAclsOf(client: WAFV2Client, scope: Scope): AsyncGenerator<WebACLSummary> {
  let marker: string | undefined;
  do {
    const { WebACLs: found = [], NextMarker: next } = await client.send(
      new ListWebACLsCommand({ Scope: scope, Limit: 100, NextMarker: marker }),
    );
    yield* found;
    // AWS answers a marker after the last page, too.
    marker = found.length === 0 ? undefined : next;
  } while (marker !== undefined && marker !== '');
}
