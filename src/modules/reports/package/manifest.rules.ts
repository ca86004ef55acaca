import type { ArchivedFile } from './zip-writer.js';

/** A file of an audit package in its manifest. */
export interface ManifestEntry extends ArchivedFile {
  /** What it is, in a few words. */
  about: string;
}

/** `manifest.json` of an audit package: what it is about, and the SHA-256 of every other file in it. Moments are RFC 3339 in UTC. */
export interface PackageManifest {
  format: 'crosswalk-audit-package/1';
  report_id: string;
  organization: string;
  framework: string;
  version: string;
  /** Evidence that was collected between. */
  period: { from: string; to: string };
  /** Moment of statuses, assessments and exceptions. Findings and derivations are read right after it. */
  as_of: string;
  generated_at: string;
  generated_by: string | null;
  assured_score: number;
  compliance_score: number;
  /** What could have been in it and is not, each in a sentence. */
  left_out: string[];
  entries: ManifestEntry[];
}
