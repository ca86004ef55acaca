import type { AwsService } from '../aws-service.js';
import { apigateway } from './apigateway.js';
import { autoscaling } from './autoscaling.js';
import { awslambda } from './awslambda.js';
import { cloudfront } from './cloudfront.js';
import { ec2 } from './ec2.js';
import { ecr } from './ecr.js';
import { ecs } from './ecs.js';
import { eks } from './eks.js';
import { elbv2 } from './elbv2.js';
import { vpc } from './vpc.js';
import { wafv2 } from './wafv2.js';

/** Networks, instances, functions, containers, and load balancers and firewalls before them. */
export const NETWORK_SERVICES: readonly AwsService[] = [
  vpc,
  ec2,
  elbv2,
  autoscaling,
  cloudfront,
  wafv2,
  apigateway,
  awslambda,
  ecr,
  ecs,
  eks,
];
