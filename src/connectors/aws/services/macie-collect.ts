import {
  GetAutomatedDiscoveryConfigurationCommand,
  GetMacieSessionCommand,
  Macie2Client,
} from '@aws-sdk/client-macie2';
import type { Resource } from '../../resource.js';
import { isAnswer } from '../aws-error.rules.js';
import type { AwsScope } from '../aws-scope.js';
import { bucketsOf } from './buckets.js';

/** Macie in the region, or that it is disabled. */
export async function* session(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(Macie2Client);
  const status = await statusOf(client);
  const discovery =
    status === 'ENABLED' ? await client.send(new GetAutomatedDiscoveryConfigurationCommand({})) : undefined;
  yield scope.resource({
    type: 'AwsMacie2Session',
    id: `arn:${scope.session.partition}:macie2:${scope.region}:${scope.account}:session`,
    name: scope.region,
    properties: {
      status,
      automated_discovery: discovery?.status ?? null,
      bucket_count: (await bucketsOf(scope, scope.region)).length,
    },
  });
}

/** Whether Macie is disabled: it then answers as if the call were not allowed, and only the message says why. */
async function statusOf(client: Macie2Client): Promise<string> {
  try {
    const { status } = await client.send(new GetMacieSessionCommand({}));
    return status ?? 'PAUSED';
  } catch (err) {
    if (isAnswer(err, ['AccessDeniedException']) && err instanceof Error && /not enabled/i.test(err.message)) {
      return 'ABSENT';
    }
    throw err;
  }
}
