import { defineService } from '../aws-service.js';

/** Incident Manager of AWS Systems Manager. */
export const ssmincidents = defineService({
  service: 'ssmincidents',
  isGlobal: true,
  parts: {
    incidents: {
      resourceTypes: ['AwsSsmIncidentsAccount'],
      actions: [
        'ssm-incidents:ListReplicationSets',
        'ssm-incidents:GetReplicationSet',
        'ssm-incidents:ListResponsePlans',
      ],
    },
  },
  load: () => import('./ssmincidents-collect.js'),
});
