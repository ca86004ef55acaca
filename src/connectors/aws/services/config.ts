import { defineService } from '../aws-service.js';

/** AWS Config in a region. */
export const config = defineService({
  service: 'config',
  isGlobal: false,
  parts: {
    recorder: {
      resourceTypes: ['AwsConfigRecorder'],
      actions: ['config:DescribeConfigurationRecorders', 'config:DescribeConfigurationRecorderStatus'],
    },
  },
  load: () => import('./config-collect.js'),
});

/** AWS Config of an account as a whole. */
export const configAccount = defineService({
  service: 'config',
  isGlobal: true,
  parts: {
    account: {
      resourceTypes: ['AwsConfigAccount'],
      actions: ['config:DescribeConfigurationAggregators', 'organizations:ListDelegatedAdministrators'],
    },
  },
  load: () => import('./config-account-collect.js'),
});
