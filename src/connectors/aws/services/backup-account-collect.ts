import {
  BackupClient,
  paginateListBackupPlans,
  paginateListBackupVaults,
  paginateListReportPlans,
} from '@aws-sdk/client-backup';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { fromEveryRegion } from './from-every-region.js';

/** Vaults, plans and report plans of every region. */
export async function* account(scope: AwsScope): AsyncGenerator<Resource> {
  const found = await fromEveryRegion(scope, async (region) => [await lookAt(scope, region)]);
  if (!found) return;
  yield scope.resource({
    type: 'AwsBackupAccount',
    id: `arn:${scope.session.partition}:backup::${scope.account}:account`,
    name: scope.account,
    properties: {
      vaults: found.flatMap(({ vaults }) => vaults),
      plans: found.flatMap(({ plans }) => plans),
      report_plans: found.flatMap(({ reportPlans }) => reportPlans),
    },
  });
}

async function lookAt(scope: AwsScope, region: string) {
  const client = scope.client(BackupClient, region);
  const vaults = [];
  for await (const { BackupVaultList: page = [] } of paginateListBackupVaults({ client }, {})) {
    vaults.push(...page.map(({ BackupVaultName: name = '' }) => ({ name, region })));
  }
  const plans = [];
  for await (const { BackupPlansList: page = [] } of paginateListBackupPlans({ client }, {})) {
    for (const { BackupPlanName: name = '', LastExecutionDate: last } of page) {
      plans.push({ name, region, days_since_last_run: scope.ageDays(last) });
    }
  }
  const reportPlans = [];
  for await (const { ReportPlans: page = [] } of paginateListReportPlans({ client }, {})) {
    reportPlans.push(...page.map(({ ReportPlanName: name = '' }) => ({ name, region })));
  }
  return { vaults, plans, reportPlans };
}
