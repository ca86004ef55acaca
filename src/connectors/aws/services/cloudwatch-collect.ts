import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { alarmsOf, metricsOf } from './alarms.js';

/** Log groups. */
export async function* logGroups(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateDescribeLogGroups({ client: scope.client(CloudWatchLogsClient) }, { limit: 50 });
  for await (const { logGroups: page = [] } of pages) {
    for (const { arn = '', logGroupName: name = '', ...group } of page) {
      yield scope.resource({
        type: 'AwsLogsLogGroup',
        id: arn.replace(/:\*$/, ''),
        name,
        properties: {
          retention_days: group.retentionInDays ?? null,
          kms_key_id: group.kmsKeyId ?? null,
          stored_bytes: group.storedBytes ?? 0,
          age_days: group.creationTime === undefined ? null : scope.ageDays(new Date(group.creationTime)),
        },
      });
    }
  }
}

/** Metric alarms. */
export async function* alarms(scope: AwsScope): AsyncGenerator<Resource> {
  for await (const alarm of alarmsOf(scope)) {
    yield scope.resource({
      type: 'AwsCloudWatchAlarm',
      id: alarm.AlarmArn ?? '',
      name: alarm.AlarmName ?? '',
      properties: {
        actions_enabled: alarm.ActionsEnabled === true,
        alarm_actions: alarm.AlarmActions ?? [],
        state: alarm.StateValue ?? 'INSUFFICIENT_DATA',
        metrics: metricsOf(alarm),
      },
    });
  }
}
