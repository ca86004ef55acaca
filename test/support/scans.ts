import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReference } from '../../src/platform/storage/object-reference.rules.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';

export interface ScanStatusBody {
  id: string;
  status: string;
  total_controls: number;
  passed_controls: number;
  failed_controls: number;
  scores: {
    overall: number;
    assured_overall: number | null;
    frameworks: { framework: string; score: number; assured_score: number | null }[];
  } | null;
  failure_reason: { code: string; message: string } | null;
  completed_at: string | null;
}

export interface ScanResultBody {
  id: string;
  control_id: string;
  control_uuid: string;
  title: string;
  framework: string;
  status: 'pass' | 'fail' | 'not-applicable';
  evaluated: boolean;
  finding: string;
  evidence_key: string | null;
  evidence_id: string | null;
  links: { control: string; evidence: string | null };
  severity: string | null;
  resources_passed: number;
  resources_failed: number;
}

/** Connects an integration. @returns its id */
export async function connect(admin: Client, type: string): Promise<string> {
  const { connectIntegration } = await admin.data<{ connectIntegration: { integration: { id: string } } }>(
    'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
    { input: { type, name: `Test ${type}` } },
  );
  return connectIntegration.integration.id;
}

/** Triggers a scan. @returns its id */
export async function triggerScan(
  client: Client,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, body: answer, text } = await client.post('/api/scans/trigger', body, headers);
  if (status !== 202) throw new Error(`the trigger answered ${status}: ${text}`);
  return (answer as { data: { scan_job_id: string } }).data.scan_job_id;
}

/** Triggers a scan and waits for its end. */
export async function runScan(
  client: Client,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<ScanStatusBody> {
  return finished(client, await triggerScan(client, body, headers));
}

/** Imports a report and waits for the end of its scan. */
export async function runImport(
  admin: Client,
  integrationId: string,
  report: string | Buffer,
): Promise<ScanStatusBody> {
  const { status, body, text } = await admin.upload(`/api/org/integrations/${integrationId}/import`, report);
  if (status !== 202) throw new Error(`the import answered ${status}: ${text}`);
  return finished(admin, (body as { data: { scan_job_id: string } }).data.scan_job_id);
}

/** The scan, when it has ended. */
export function finished(client: Client, scanId: string): Promise<ScanStatusBody> {
  return eventually(async () => {
    const scan = await client.rest<ScanStatusBody>(`/api/scans/${scanId}`);
    return scan.status === 'completed' || scan.status === 'failed' ? scan : null;
  });
}

/** Every result of a scan. */
export function resultsOf(client: Client, scanId: string): Promise<ScanResultBody[]> {
  return client.rest<ScanResultBody[]>(`/api/scans/${scanId}/results`);
}

/** Stored bytes of what a reference names: of an object, or of a part of it. */
export async function storedBytes(dataDir: string, reference: string | null): Promise<Buffer> {
  const { key, range } = readReference(reference ?? '');
  const bytes = await readFile(join(dataDir, 'objects', key));
  return range ? bytes.subarray(range.start, range.end + 1) : bytes;
}
