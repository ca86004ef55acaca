import { GetIdentityDkimAttributesCommand, paginateListIdentities, SESClient } from '@aws-sdk/client-ses';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Identities in one call. */
const BATCH = 100;
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
    const { DkimAttributes: known = {} } = await client.send(
      new GetIdentityDkimAttributesCommand({ Identities: page }),
    );
    for (const identity of page) {
      const dkim = known[identity];
      yield scope.resource({
        type: 'AwsSesIdentity',
        id: `arn:${scope.session.partition}:ses:${scope.region}:${scope.account}:identity/${identity}`,
        name: identity,
        properties: {
          kind: identity.includes('@') ? 'address' : 'domain',
          dkim_status: STATUS[dkim?.DkimVerificationStatus ?? ''] ?? 'NOT_STARTED',
          dkim_signing: dkim?.DkimEnabled ?? false,
        },
      });
    }
  }
}
