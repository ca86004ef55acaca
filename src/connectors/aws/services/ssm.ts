import { defineService } from '../aws-service.js';

/** AWS Systems Manager. */
export const ssm = defineService({
  service: 'ssm',
  isGlobal: false,
  parts: {
    patches: { resourceTypes: ['AwsSsmPatchCompliance'], actions: ['ssm:ListResourceComplianceSummaries'] },
  },
  load: () => import('./ssm-collect.js'),
});
