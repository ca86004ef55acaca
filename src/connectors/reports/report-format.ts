/** The kinds of report that are read. `prowler-ocsf` is any OCSF Detection Finding with a status code of a check. */
export type ReportFormat =
  'prowler-ocsf' | 'ocsf-compliance-finding' | 'asff' | 'xccdf' | 'sarif' | 'oscal-assessment-results';

/** What all readers of one report share. */
export interface ReportContext {
  /** Called whenever a format shows; the first call counts. */
  recognise(format: ReportFormat): void;
  /** The format that showed first, or null while nothing was recognised. */
  readonly format: ReportFormat | null;
  /** One finding, rule or result may take this much. Bytes. */
  readonly elementBytesMax: number;
  /** Where rows wait for facts that come later in the report. */
  readonly temporaryDirectory: string;
}
