import { defineService } from '../aws-service.js';

/** Lambda functions. */
export const awslambda = defineService({
  service: 'awslambda',
  isGlobal: false,
  parts: {
    functions: { resourceTypes: ['AwsLambdaFunction'], actions: ['lambda:ListFunctions', 'lambda:GetPolicy'] },
  },
  load: () => import('./awslambda-collect.js'),
});
