import type { Client } from '../support/client.js';
import type { ControlStatus } from '../../src/modules/posture/posture.js';

/** Made reports and their files, as clients get them. */
export interface ReportBody {
  id: string;
  report_url: string;
  assured_score: number;
  compliance_score: number;
  total_controls: number;
  passed_controls: number;
  failed_controls: number;
  report_type: string;
  format: string;
  generated_at: string;
  expires_at: string;
}

export interface JsonReport {
  metadata: { report_type: string; framework: string; organization: string; scan_job_id: string; as_of: string };
  assured_score: number;
  compliance_score: number;
  totals: { passed_controls: number; assured_controls: number };
  control_status: {
    control_id: string;
    title: string;
    status: ControlStatus;
    assurance: 'full' | 'partial' | null;
  }[];
  evidence_references: { id: string; control_ids: string[]; type: string; href: string; sha256: string }[];
  remediation_steps: { rank: number; control_id: string; priority: number; steps: unknown[] }[];
}

export const TYPES = [
  'compliance_summary',
  'gap_analysis',
  'executive_summary',
  'evidence_collection',
  'statement_of_applicability',
] as const;
export const FORMATS = ['json', 'csv', 'xlsx', 'pdf', 'html'] as const;

/** Asks for a report. @throws unless it is made */
export async function generate(client: Client, body: Record<string, unknown>): Promise<ReportBody> {
  const { status, body: answer, text } = await client.post('/api/reports/generate', body);
  if (status !== 201) throw new Error(`the report was refused with ${status}: ${text}`);
  return (answer as { data: ReportBody }).data;
}

/** The file of a report, as whoever has the link gets it. */
export async function fileOf({ report_url }: { report_url: string }): Promise<Buffer> {
  const response = await fetch(report_url);
  if (response.status !== 200) throw new Error(`the file was refused with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A JSON report, read. */
export async function jsonReport<T = JsonReport>(client: Client, body: Record<string, unknown>): Promise<T> {
  const report = await generate(client, { ...body, format: 'json' });
  return JSON.parse((await fileOf(report)).toString()) as T;
}
