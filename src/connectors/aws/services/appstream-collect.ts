import { AppStreamClient, DescribeFleetsCommand } from '@aws-sdk/client-appstream';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Fleets. */
export async function* fleets(scope: AwsScope): AsyncGenerator<Resource> {
  let NextToken: string | undefined;
  do {
    const page = await scope.client(AppStreamClient).send(new DescribeFleetsCommand({ NextToken }));
    NextToken = page.NextToken;
    for (const fleet of page.Fleets ?? []) {
      yield scope.resource({
        type: 'AwsAppStreamFleet',
        id: fleet.Arn ?? '',
        name: fleet.Name ?? '',
        properties: {
          state: fleet.State ?? '',
          idle_disconnect_seconds: fleet.IdleDisconnectTimeoutInSeconds ?? null,
          disconnect_seconds: fleet.DisconnectTimeoutInSeconds ?? null,
          max_session_seconds: fleet.MaxUserDurationInSeconds ?? null,
        },
      });
    }
  } while (NextToken !== undefined);
}
