import { expect } from 'vitest';

/** Statements that look at rows of all organizations, and why. Each finds organizations or ids; what is done then, is done within one. */
export const ACROSS: Readonly<Record<string, string>> = {
  'crypto.column_matches': 'the operator asks whether any sealed value has a former key',
  'crypto.replace_value': 'the operator seals a value again, by the id of its row',
  'mails.due': 'a sweep looks for mails to send',
  'notifications.due_rules': 'a sweep looks for rules to notify by',
  'notifications.tenants_with_queued': 'a sweep looks for organizations with open messages',
  'offboarding.has_membership': 'the operator deletes an account that no organization has any more',
  'report_schedules.due': 'a sweep looks for reports to make',
  'scan_schedules.due': 'a sweep looks for schedules whose scans are to be queued',
  'scans.due': 'a sweep looks for scans to run',
  'scans.find_owned': 'the organization of a scan that a wake-up names',
  'scans.is_in_the_way': 'a slot is given up where scans of other organizations wait',
  'scans.others_wait': 'a slot is freed where scans of other organizations wait',
  'security_push.due': 'a sweep looks for destinations to push to',
  'tickets.due': 'a sweep looks for tickets to create or change',
  'tickets.due_trackers': 'a sweep looks for trackers to read',
  'tickets.tracker_of_hook': 'the organization of a tracker, by the secret path of its webhook',
  'webhook_deliveries.due': 'a sweep looks for deliveries to send',
  'webhook_deliveries.next_due': 'a worker looks until when it may rest',
  'webhook_deliveries.tenants_with_ended': 'a sweep looks for organizations with deliveries to remove',
  'webhook_deliveries.find_owned': 'the organization of a delivery that a wake-up names',
};

/** The same of those that the query builder composes, by the text that is sent. */
const COMPOSED: Readonly<Record<string, string>> = {
  'select "id" from "tenants" order by "id"': 'periodic work goes through the organizations, one after the other',
  'select "id", "retention_days" as "retentionDays" from "tenants" order by "id"': 'so does the removal of old scans',
  'select "id" from "tenants" limit $1': 'whether the database has any organization yet, for the demo',
};

/** Changes of tables without organizations, which the scope of all of them reaches as well. */
const OF_NO_TENANT = /^delete from "(login_failures|login_origins|passkey_challenges)" /;
const OF_TRANSACTIONS = /^(begin|commit|rollback|savepoint|start transaction)\b/i;

/** What was sent across organizations since the last look. */
const sent = new Set<string>();

export function noteAcross(text: string): void {
  sent.add(text);
}

/** Fails a test file whose services have sent something across organizations for which no reason is listed. */
export async function expectReasons(): Promise<void> {
  const texts = [...sent];
  sent.clear();
  if (texts.length === 0) return;
  expect(await unlistedOf(texts), 'sent across organizations: give a reason in test/support/across-tenants.ts').toEqual(
    [],
  );
}

/** Those of the texts that are neither of a listed statement nor listed themselves. */
export async function unlistedOf(texts: readonly string[]): Promise<string[]> {
  // On demand: a unit test sends nothing, and need not load every statement.
  const { namedStatements } = await import('../platform/database/named-statements.js');
  const named = (await namedStatements()).filter(({ name }) => name in ACROSS);
  const known = new Set(named.flatMap((each) => each.sampleTexts()));
  const isListed = (text: string) =>
    known.has(text) || text in COMPOSED || OF_NO_TENANT.test(text) || OF_TRANSACTIONS.test(text);
  return texts.filter((text) => !isListed(text));
}
