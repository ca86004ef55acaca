import { GenerateCredentialReportCommand, GetCredentialReportCommand, IAMClient } from '@aws-sdk/client-iam';
import { SECOND } from '../../../platform/clock.js';
import type { AwsScope } from '../aws-scope.js';
import { reportRows, type ReportRow } from './iam-credentials.rules.js';

/**
 * Interval at which the credential report is polled: AWS generates it in some seconds, longer for thousands of users,
 * and returns one of the last four hours at once.
 */
const POLL_MS = 2 * SECOND;
const POLLS_MAX = 60;

/**
 * Rows of the account's credential report, which is generated when AWS has none of the last four hours.
 * @throws {Error} of a call, or a TimeoutError when there is no report after two minutes
 */
export async function credentialReport(scope: AwsScope): Promise<ReportRow[]> {
  const client = scope.client(IAMClient);
  const { clock, signal } = scope.session;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const { State: state } = await client.send(new GenerateCredentialReportCommand({}));
    if (state === 'COMPLETE') {
      const { Content: content } = await client.send(new GetCredentialReportCommand({}));
      return reportRows(Buffer.from(content ?? []).toString('utf8'));
    }
    await clock.sleep(POLL_MS, signal);
    signal.throwIfAborted();
  }
  const error = new Error('no credential report after two minutes');
  error.name = 'TimeoutError';
  throw error;
}
