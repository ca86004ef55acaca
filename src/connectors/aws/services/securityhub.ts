import { defineService } from '../aws-service.js';

/** Security Hub. */
export const securityhub = defineService({
  service: 'securityhub',
  isGlobal: false,
  parts: {
    hub: {
      resourceTypes: ['AwsSecurityHubHub'],
      actions: [
        'securityhub:DescribeHub',
        'securityhub:GetEnabledStandards',
        'securityhub:ListEnabledProductsForImport',
      ],
    },
  },
  load: () => import('./securityhub-collect.js'),
});
