import { defineService } from '../aws-service.js';

/** DynamoDB. */
export const dynamodb = defineService({
  service: 'dynamodb',
  isGlobal: false,
  parts: {
    tables: {
      resourceTypes: ['AwsDynamoDbTable'],
      actions: ['dynamodb:ListTables', 'dynamodb:DescribeTable', 'dynamodb:DescribeContinuousBackups'],
    },
  },
  load: () => import('./dynamodb-collect.js'),
});
