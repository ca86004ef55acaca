import { once } from 'node:events';
import { readReport } from '../../connectors/reports/read-report.js';
import type { Finding } from '../../connectors/finding.js';
import { AppError } from '../../platform/errors.js';
import { inChunks } from '../../platform/storage/lines.js';
import type { ReportFailure } from './report-process.js';

/**
 * The process in which an uploaded report is read; see `readApart` for its permissions. It takes the report from its input and writes
 * the findings, a JSON object a line; what is wrong with the report goes to its error output.
 */

const [temporaryDirectory = '/tmp'] = process.argv.slice(2);
try {
  for await (const chunk of inChunks(toLines(readReport(process.stdin, { temporaryDirectory })))) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
} catch (err) {
  const [detail] = err instanceof AppError ? err.details : [];
  const failure: ReportFailure = { message: detail?.message ?? null };
  process.stderr.write(JSON.stringify(failure));
  process.exitCode = 1;
}

async function* toLines(findings: AsyncIterable<Finding>): AsyncGenerator<string> {
  for await (const finding of findings) yield JSON.stringify(finding) + '\n';
}
