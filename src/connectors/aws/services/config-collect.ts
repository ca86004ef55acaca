import {
  ConfigServiceClient,
  DescribeConfigurationRecordersCommand,
  DescribeConfigurationRecorderStatusCommand,
} from '@aws-sdk/client-config-service';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** The configuration recorder of the region, or its absence: AWS allows one that customers manage. */
export async function* recorder(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(ConfigServiceClient);
  const { ConfigurationRecorders: recorders = [] } = await client.send(new DescribeConfigurationRecordersCommand({}));
  const { ConfigurationRecordersStatus: states = [] } = await client.send(
    new DescribeConfigurationRecorderStatusCommand({}),
  );
  const [first] = recorders;
  const state = states.find(({ name }) => name === first?.name);
  yield scope.resource({
    type: 'AwsConfigRecorder',
    id: `arn:${scope.session.partition}:config:${scope.region}:${scope.account}:config-recorder/${first?.name ?? 'default'}`,
    name: first?.name ?? 'default',
    properties: {
      exists: first !== undefined,
      recording: state?.recording === true,
      last_status: state?.lastStatus ?? null,
      records_all_types: first?.recordingGroup?.allSupported === true,
      records_global_types: first?.recordingGroup?.includeGlobalResourceTypes === true,
    },
  });
}
