import { defineService } from '../aws-service.js';

/** Web ACLs, regional and of CloudFront. */
export const wafv2 = defineService({
  service: 'wafv2',
  isGlobal: false,
  parts: {
    webAcls: { resourceTypes: ['AwsWafv2WebAcl'], actions: ['wafv2:ListWebACLs', 'wafv2:GetWebACL'] },
  },
  load: () => import('./wafv2-collect.js'),
});
