import { defineService } from '../aws-service.js';

/** AWS Backup in a region. */
export const backup = defineService({
  service: 'backup',
  isGlobal: false,
  parts: { vaults: { resourceTypes: ['AwsBackupBackupVault'], actions: ['backup:ListBackupVaults'] } },
  load: () => import('./backup-collect.js'),
});

/** AWS Backup of an account as a whole. */
export const backupAccount = defineService({
  service: 'backup',
  isGlobal: true,
  parts: {
    account: {
      resourceTypes: ['AwsBackupAccount'],
      actions: ['backup:ListBackupVaults', 'backup:ListBackupPlans', 'backup:ListReportPlans'],
    },
  },
  load: () => import('./backup-account-collect.js'),
});
