import { defineService } from '../aws-service.js';

/** GuardDuty. */
export const guardduty = defineService({
  service: 'guardduty',
  isGlobal: false,
  parts: {
    detector: {
      resourceTypes: ['AwsGuardDutyDetector'],
      actions: [
        'guardduty:ListDetectors',
        'guardduty:GetDetector',
        'guardduty:GetAdministratorAccount',
        'guardduty:ListMembers',
        'guardduty:ListFindings',
      ],
    },
  },
  load: () => import('./guardduty-collect.js'),
});
