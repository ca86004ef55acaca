import { BackupClient, paginateListBackupVaults } from '@aws-sdk/client-backup';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Backup vaults. */
export async function* vaults(scope: AwsScope): AsyncGenerator<Resource> {
  for await (const { BackupVaultList: page = [] } of paginateListBackupVaults(
    { client: scope.client(BackupClient) },
    {},
  )) {
    for (const { BackupVaultArn: id = '', BackupVaultName: name = '', ...vault } of page) {
      yield scope.resource({
        type: 'AwsBackupBackupVault',
        id,
        name,
        properties: {
          encryption_key_arn: vault.EncryptionKeyArn ?? null,
          recovery_points: vault.NumberOfRecoveryPoints ?? 0,
          locked: vault.Locked === true,
          age_days: scope.ageDays(vault.CreationDate),
        },
      });
    }
  }
}
