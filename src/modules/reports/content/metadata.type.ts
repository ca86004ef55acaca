import type { Language } from '../../../messages/language.js';
import type { ReportTypeName } from '../report-kinds.js';

/** What a report is about, and what it rests on. Moments are RFC 3339 in UTC. */
export interface Metadata {
  report_id: string;
  report_type: ReportTypeName;
  /** Language of its sentences. */
  language: Language;
  framework: string;
  version: string;
  organization: string;
  generated_at: string;
  scan_job_id: string;
  scan_completed_at: string;
  /** Statuses, assessments and evidence are those of this moment. */
  as_of: string;
  scope: {
    /** Values of the framework's attribute that are in scope; null where all are. */
    selected: string[] | null;
    controls_in_scope: number;
    controls_out_of_scope: number;
  };
  /** From the oldest result or assessment that decides a status to the moment of the report; null where nothing decides one. */
  period: { from: string; to: string } | null;
  /** What the statuses rest on. */
  sources: {
    integrations: { name: string; type: string; scanned_at: string }[];
    /** Universal controls whose assessments decide. */
    assessments: number;
  };
}
