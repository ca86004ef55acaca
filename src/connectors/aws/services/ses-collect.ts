import { GetIdentityDkimAttributesCommand, paginateListIdentities, SESClient } from '@aws-sdk/client-ses';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Identities of a page; a call takes 100, and each may come with its domain. */
const BATCH = 50;
const STATUS: Record<string, string> = {
  Success: 'SUCCESS',
  Pending: 'PENDING',
  Failed: 'FAILED',
  TemporaryFailure: 'TEMPORARY_FAILURE',
  NotStarted: 'NOT_STARTED',
};

/** Identities: domains and addresses from which mail is sent. */
export async function* identities(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(SESClient);
  for await (const { Identities: page = [] } of paginateListIdentities({ client }, { MaxItems: BATCH })) {
    if (page.length === 0) continue;
    const asked = [...new Set(page.flatMap((identity) => [identity, domainOf(identity)]))];
    const { DkimAttributes: known = {} } = await client.send(
      new GetIdentityDkimAttributesCommand({ Identities: asked }),
    );
    for (const identity of page) {
      // AWS verifies domains alone: mail from an address is signed with the key of its domain.
      const status = known[domainOf(identity)]?.DkimVerificationStatus ?? '';
      yield scope.resource({
        type: 'AwsSesIdentity',
        id: `arn:${scope.session.partition}:ses:${scope.region}:${scope.account}:identity/${identity}`,
        name: identity,
        properties: {
          kind: identity.includes('@') ? 'address' : 'domain',
          dkim_status: STATUS[status] ?? 'NOT_STARTED',
          dkim_signing: known[identity]?.DkimEnabled ?? false,
        },
      });
    }
  }
}

/** Domain of an address, or the domain itself. */
function domainOf(identity: string): string {
  return identity.slice(identity.lastIndexOf('@') + 1);
}
