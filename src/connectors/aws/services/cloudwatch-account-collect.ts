import {
  CloudWatchLogsClient,
  paginateDescribeMetricFilters,
  type MetricFilter,
} from '@aws-sdk/client-cloudwatch-logs';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { alarmsOf, metricsOf } from './alarms.js';
import { fromEveryRegion } from './from-every-region.js';
import { alternativesOf } from './filter-pattern.rules.js';
import { trailsOf } from './trails.js';

/** Metric filters, with the trails that write to their log groups and the alarms on their metrics. */
export async function* metricFilters(scope: AwsScope): AsyncGenerator<Resource> {
  const trails = await trailsOf(scope);
  if (!trails) return;
  const watching = trails.filter(({ trail, isLogging }) => isLogging && trail.IsMultiRegionTrail === true);
  const trailsOfGroup = (region: string, group: string) => {
    const start = `arn:${scope.session.partition}:logs:${region}:${scope.account}:log-group:${group}`;
    return watching
      .filter(({ trail }) => trail.CloudWatchLogsLogGroupArn?.replace(/:\*$/, '') === start)
      .map(({ name }) => name);
  };
  const filters = await fromEveryRegion(scope, async (region) => {
    const found = await filtersOf(scope, region);
    if (found.length === 0) return [];
    const alarms = await alarmsByMetric(scope, region);
    return found.map((filter) => {
      const group = filter.logGroupName ?? '';
      const pattern = filter.filterPattern ?? '';
      return {
        name: filter.filterName ?? '',
        region,
        log_group: group,
        pattern,
        alternatives: alternativesOf(pattern),
        trails: trailsOfGroup(region, group),
        alarms: metricNames(filter).flatMap((metric) => alarms.get(metric) ?? []),
      };
    });
  });
  if (!filters) return;
  yield scope.resource({
    type: 'AwsCloudWatchAccount',
    id: `arn:${scope.session.partition}:cloudwatch::${scope.account}:account`,
    name: scope.account,
    properties: { metric_filters: filters },
  });
}

async function filtersOf(scope: AwsScope, region: string): Promise<MetricFilter[]> {
  const filters: MetricFilter[] = [];
  const pages = paginateDescribeMetricFilters({ client: scope.client(CloudWatchLogsClient, region) }, { limit: 50 });
  for await (const { metricFilters: page = [] } of pages) filters.push(...page);
  return filters;
}

/** Names of the alarms whose actions are enabled, by `namespace/metric`. */
async function alarmsByMetric(scope: AwsScope, region: string): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for await (const alarm of alarmsOf(scope, region)) {
    if (alarm.ActionsEnabled !== true || !alarm.AlarmActions?.length) continue;
    for (const { namespace, name } of metricsOf(alarm)) {
      const metric = `${namespace}/${name}`;
      names.set(metric, [...(names.get(metric) ?? []), alarm.AlarmName ?? '']);
    }
  }
  return names;
}

function metricNames({ metricTransformations: transformations = [] }: MetricFilter): string[] {
  return transformations.map(({ metricNamespace: namespace = '', metricName: name = '' }) => `${namespace}/${name}`);
}
