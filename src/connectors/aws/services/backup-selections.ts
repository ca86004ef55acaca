import {
  BackupClient,
  GetBackupSelectionCommand,
  paginateListBackupPlans,
  paginateListBackupSelections,
  type BackupSelection as AwsSelection,
  type ConditionParameter,
} from '@aws-sdk/client-backup';
import type { AwsScope } from '../aws-scope.js';
import { matchesAny } from '../policy-document.rules.js';

/** Selection of a backup plan: patterns of ARNs, in which `*` stands for any text. */
export interface BackupSelection {
  resources: string[];
  notResources: string[];
  /** It also includes what has one of these tags. */
  tags: { key: string; value: string }[];
  /** Of what `resources` match, it includes only what meets all of these. */
  conditions: TagCondition[];
}

/** A condition on a tag: whether its value matches a pattern. */
interface TagCondition {
  key: string;
  pattern: string;
  isNegated: boolean;
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
          selections.push(selectionOf(selection ?? {}));
        }
      }
    }
  }
  return selections;
}

/** A selection as AWS Backup returns it. Keys of conditions are `aws:ResourceTag/<key>`. */
export function selectionOf(selection: Partial<AwsSelection>): BackupSelection {
  const conditions = selection.Conditions ?? {};
  const of = (parameters: ConditionParameter[] = [], isNegated: boolean) =>
    parameters.map(({ ConditionKey: key = '', ConditionValue: pattern = '' }) => {
      return { key: key.replace('aws:ResourceTag/', ''), pattern, isNegated };
    });
  return {
    resources: selection.Resources ?? [],
    notResources: selection.NotResources ?? [],
    tags: (selection.ListOfTags ?? []).map(({ ConditionKey: key = '', ConditionValue: value = '' }) => ({
      key,
      value,
    })),
    conditions: [
      ...of([...(conditions.StringEquals ?? []), ...(conditions.StringLike ?? [])], false),
      ...of([...(conditions.StringNotEquals ?? []), ...(conditions.StringNotLike ?? [])], true),
    ],
  };
}

/** Whether a selection includes a resource with these tags, and does not exclude it. */
export function isSelected(
  { arn, tags }: { arn: string; tags: Readonly<Record<string, string>> },
  selections: readonly BackupSelection[],
): boolean {
  return selections.some((each) => {
    const meets = ({ key, pattern, isNegated }: TagCondition) => matchesAny([pattern], tags[key] ?? '') !== isNegated;
    const isMatched = matchesAny(each.resources, arn) && each.conditions.every(meets);
    const isTagged = each.tags.some(({ key, value }) => tags[key] === value);
    return (isMatched || isTagged) && !matchesAny(each.notResources, arn);
  });
}
