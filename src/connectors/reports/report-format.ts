/** Formats of reports. `prowler-ocsf` is any OCSF Detection Finding with the status code of a check. */
export type ReportFormat =
  'prowler-ocsf' | 'ocsf-compliance-finding' | 'asff' | 'xccdf' | 'sarif' | 'oscal-assessment-results';

/** State that the readers of one report share. */
export interface ReportContext {
  /** Sets the recognized format; later calls are ignored. */
  recognize(format: ReportFormat): void;
  /** The first recognized format, or null while there is none. */
  readonly format: ReportFormat | null;
  /** Largest finding, rule or result. Bytes. */
  readonly elementBytesMax: number;
  /** Folder for rows that are stored until later parts of the report are read. */
  readonly temporaryDirectory: string;
}
