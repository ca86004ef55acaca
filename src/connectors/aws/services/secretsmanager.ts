import { defineService } from '../aws-service.js';

/** Secrets Manager. */
export const secretsmanager = defineService({
  service: 'secretsmanager',
  isGlobal: false,
  parts: {
    secrets: { resourceTypes: ['AwsSecretsManagerSecret'], actions: ['secretsmanager:ListSecrets'] },
  },
  load: () => import('./secretsmanager-collect.js'),
});
