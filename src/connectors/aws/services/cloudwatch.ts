import { defineService } from '../aws-service.js';
import { TRAIL_ACTIONS } from './trails.js';

/** CloudWatch and CloudWatch Logs, in a region. */
export const cloudwatch = defineService({
  service: 'cloudwatch',
  isGlobal: false,
  parts: {
    logGroups: { resourceTypes: ['AwsLogsLogGroup'], actions: ['logs:DescribeLogGroups'] },
    alarms: { resourceTypes: ['AwsCloudWatchAlarm'], actions: ['cloudwatch:DescribeAlarms'] },
  },
  load: () => import('./cloudwatch-collect.js'),
});

/** CloudWatch of an account as a whole. */
export const cloudwatchAccount = defineService({
  service: 'cloudwatch',
  isGlobal: true,
  parts: {
    metricFilters: {
      resourceTypes: ['AwsCloudWatchAccount'],
      actions: ['logs:DescribeMetricFilters', 'cloudwatch:DescribeAlarms', ...TRAIL_ACTIONS],
    },
  },
  load: () => import('./cloudwatch-account-collect.js'),
});
