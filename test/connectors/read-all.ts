import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Finding } from '../../src/connectors/finding.js';
import { readReport, type ReadReportOptions } from '../../src/connectors/reports/read-report.js';
import type { ReportFormat } from '../../src/connectors/reports/report-format.js';
import { AppError } from '../../src/platform/errors.js';

/** Every fixture that is a whole report. */
export const FIXTURES = [
  'prowler.ocsf.json',
  'ocsf-compliance.json',
  'asff.json',
  'sarif.json',
  'oscal.json',
  'testresult-1.1.xml',
  'benchmark-1.2.xml',
  'arf.xml',
] as const;

/** Bytes of a fixture, from the sources: fixtures are not compiled. */
export function fixture(name: (typeof FIXTURES)[number]): Promise<Buffer> {
  return readFile(new URL(`../../../test/connectors/fixtures/${name}`, import.meta.url));
}

interface Read {
  format: ReportFormat | null;
  findings: Finding[];
}

/** Reads a whole report from bytes, text or chunks. */
export async function readAll(
  report: Buffer | string | Iterable<Buffer>,
  options: ReadReportOptions = {},
): Promise<Read> {
  const chunks = typeof report === 'string' || Buffer.isBuffer(report) ? [Buffer.from(report)] : report;
  return readStream(Readable.from(chunks), options);
}

/** Reads a whole report from a stream. */
export async function readStream(input: Readable, options: ReadReportOptions = {}): Promise<Read> {
  const read: Read = { format: null, findings: [] };
  const onFormat = (format: ReportFormat) => {
    read.format = format;
  };
  for await (const finding of readReport(input, { onFormat, ...options })) read.findings.push(finding);
  return read;
}

/** Message of the VALIDATION_FAILED for a report, or `read whole` for none. Any other error is thrown. */
export async function problemOf(
  report: Buffer | string | Iterable<Buffer>,
  options: ReadReportOptions = {},
): Promise<string> {
  try {
    await readAll(report, options);
    return 'read whole';
  } catch (err) {
    if (!(err instanceof AppError) || err.code !== 'VALIDATION_FAILED') throw err;
    const [detail] = err.details;
    if (detail?.field !== '/file') throw err;
    return detail.message;
  }
}

/** One line per finding: `fail iam_root_mfa_enabled arn:…`. */
export function verdicts(findings: readonly Finding[]): string[] {
  return findings.map(({ status, check, resource }) => `${status} ${check.ruleId} ${resource?.id ?? '-'}`);
}

/** `framework id` of each requirement of a finding's check. */
export function requirements(finding: Finding | undefined): string[] {
  return (finding?.check.requirements ?? []).map(({ framework, id }) => `${framework} ${id}`);
}
