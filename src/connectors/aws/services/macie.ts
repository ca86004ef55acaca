import { defineService } from '../aws-service.js';

/** Macie. */
export const macie = defineService({
  service: 'macie',
  isGlobal: false,
  parts: {
    session: {
      resourceTypes: ['AwsMacie2Session'],
      actions: ['macie2:GetMacieSession', 'macie2:GetAutomatedDiscoveryConfiguration', 's3:ListAllMyBuckets'],
    },
  },
  load: () => import('./macie-collect.js'),
});
