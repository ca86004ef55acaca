import { CloudWatchClient, paginateDescribeAlarms, type MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { AwsScope } from '../aws-scope.js';

/** Metric alarms of a region, page by page. Needs `cloudwatch:DescribeAlarms`. */
export async function* alarmsOf(scope: AwsScope, region = scope.region): AsyncGenerator<MetricAlarm> {
  const client = scope.client(CloudWatchClient, region);
  const pages = paginateDescribeAlarms({ client }, { AlarmTypes: ['MetricAlarm'], MaxRecords: 100 });
  for await (const { MetricAlarms: page = [] } of pages) yield* page;
}

/** Metrics that an alarm evaluates: its own, or those of its expression. */
export function metricsOf(alarm: MetricAlarm): { namespace: string; name: string }[] {
  const metrics = [alarm, ...(alarm.Metrics ?? []).flatMap(({ MetricStat: stat }) => stat?.Metric ?? [])];
  return metrics.flatMap(({ Namespace: namespace, MetricName: name }) =>
    namespace === undefined || name === undefined ? [] : [{ namespace, name }],
  );
}
