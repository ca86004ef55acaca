import {
  BackupClient,
  GetBackupSelectionCommand,
  paginateListBackupPlans,
  paginateListBackupSelections,
} from '@aws-sdk/client-backup';
import type { AwsScope } from '../aws-scope.js';
import { matchesAny } from '../policy-document.rules.js';

/** Selection of a backup plan: patterns of ARNs, in which `*` stands for any text. */
export interface BackupSelection {
  resources: string[];
  notResources: string[];
}

/** Selections of all backup plans of the region. */
export async function backupSelections(scope: AwsScope): Promise<BackupSelection[]> {
  const client = scope.client(BackupClient);
  const selections: BackupSelection[] = [];
  for await (const { BackupPlansList: plans = [] } of paginateListBackupPlans({ client }, {})) {
    for (const { BackupPlanId: plan } of plans) {
      for await (const page of paginateListBackupSelections({ client }, { BackupPlanId: plan })) {
        for (const { SelectionId: id } of page.BackupSelectionsList ?? []) {
          const command = new GetBackupSelectionCommand({ BackupPlanId: plan, SelectionId: id });
          const { BackupSelection: selection } = await client.send(command);
          selections.push({ resources: selection?.Resources ?? [], notResources: selection?.NotResources ?? [] });
        }
      }
    }
  }
  return selections;
}

/** Whether a selection includes a resource and does not exclude it. Selections by tag only include none. */
export function isSelected(arn: string, selections: readonly BackupSelection[]): boolean {
  return selections.some(({ resources, notResources }) => matchesAny(resources, arn) && !matchesAny(notResources, arn));
}
