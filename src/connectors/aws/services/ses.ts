import { defineService } from '../aws-service.js';

/** Amazon Simple Email Service. */
export const ses = defineService({
  service: 'ses',
  isGlobal: false,
  parts: {
    identities: {
      resourceTypes: ['AwsSesIdentity'],
      actions: ['ses:ListIdentities', 'ses:GetIdentityDkimAttributes'],
    },
  },
  load: () => import('./ses-collect.js'),
});
