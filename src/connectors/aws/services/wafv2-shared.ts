import { ListWebACLsCommand, type Scope, type WAFV2Client, type WebACLSummary } from '@aws-sdk/client-wafv2';

/** Web ACLs of a scope. The SDK has no paginator for them. */
export async function* webAclsOf(client: WAFV2Client, scope: Scope): AsyncGenerator<WebACLSummary> {
  let marker: string | undefined;
  do {
    const { WebACLs: found = [], NextMarker: next } = await client.send(
      new ListWebACLsCommand({ Scope: scope, Limit: 100, NextMarker: marker }),
    );
    yield* found;
    // AWS returns a marker even after the last page.
    marker = found.length === 0 ? undefined : next;
  } while (marker !== undefined && marker !== '');
}
