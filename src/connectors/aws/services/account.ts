import { defineService } from '../aws-service.js';

/** Account Management. */
export const account = defineService({
  service: 'account',
  isGlobal: true,
  parts: {
    contacts: {
      resourceTypes: ['AwsAccount'],
      actions: ['account:GetContactInformation', 'account:GetAlternateContact', 'iam:ListAccountAliases'],
    },
  },
  load: () => import('./account-collect.js'),
});
