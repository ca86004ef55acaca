import { defineService } from '../aws-service.js';

/** AWS Organizations, read from a management account. */
export const organizations = defineService({
  service: 'organizations',
  isGlobal: true,
  parts: {
    organization: {
      resourceTypes: ['AwsOrganizationsOrganization'],
      actions: [
        'organizations:DescribeOrganization',
        'organizations:ListDelegatedAdministrators',
        'organizations:ListPolicies',
        'organizations:ListTargetsForPolicy',
        'organizations:DescribePolicy',
      ],
    },
  },
  load: () => import('./organizations-collect.js'),
});
