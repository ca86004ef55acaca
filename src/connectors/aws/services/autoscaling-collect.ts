import { AutoScalingClient, paginateDescribeAutoScalingGroups } from '@aws-sdk/client-auto-scaling';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { tagsOf } from './tags.rules.js';

/** Auto Scaling groups. */
export async function* groups(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateDescribeAutoScalingGroups({ client: scope.client(AutoScalingClient), pageSize: 100 }, {});
  for await (const { AutoScalingGroups: found = [] } of pages) {
    for (const group of found) {
      const balancers = [...(group.LoadBalancerNames ?? []), ...(group.TargetGroupARNs ?? [])];
      yield scope.resource({
        type: 'AwsAutoScalingAutoScalingGroup',
        id: group.AutoScalingGroupARN ?? group.AutoScalingGroupName ?? '',
        name: group.AutoScalingGroupName ?? '',
        properties: {
          availability_zones: [...(group.AvailabilityZones ?? [])],
          min_size: group.MinSize ?? 0,
          max_size: group.MaxSize ?? 0,
          instances: group.Instances?.length ?? 0,
          health_check_type: group.HealthCheckType ?? null,
          load_balanced: balancers.length > 0,
          tags: tagsOf(group.Tags),
        },
      });
    }
  }
}
