import type { ReportWords, TermGroup } from '../report-words.rules.js';

/*
 * A report as a document without layout: sections of text, figures, bars and tables. PDF, HTML, XLSX and CSV are rendered from
 * it.
 */

/** Percentages are 0 to 100; `moment` is a date with its time. */
export type ColumnKind =
  'text' | 'code' | 'integer' | 'percent' | 'moment' | 'day' | 'status' | 'severity' | 'state' | 'link';

export interface Column {
  /** Column name in the CSV file, in snake_case. */
  key: string;
  title: string;
  kind: ColumnKind;
  /** Relative width, about the number of characters. */
  width: number;
  /** Of codes that are no status: where their words are. CSV has the codes. */
  terms?: TermGroup;
}

/** A code with the points that it counts. */
export interface Pointed {
  code: string;
  points: number;
}

export type Cell = string | number | Date | Pointed | null;

export interface Table {
  /** Name of the sheet, at most 31 characters. */
  title: string;
  columns: Column[];
  rows: Cell[][];
  /** Text in place of a table without rows. */
  empty: string;
}

export interface Figure {
  label: string;
  value: string;
  /** What the value says; null where it is no count. */
  number: number | null;
  note: string;
  tone: Tone;
}

export type Tone = 'neutral' | 'good' | 'bad' | 'unknown';

export interface Bar {
  label: string;
  /** 0 to 100. */
  percent: number;
  note: string;
}

/** A remediation with its steps. */
export interface Task {
  title: string;
  facts: [label: string, value: string][];
  text: string[];
  steps: { title: string; instruction: string; command: string | null }[];
}

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'figures'; figures: Figure[] }
  | { kind: 'bars'; title: string; bars: Bar[] }
  /** `only`: paper for tables that a spreadsheet has in another sheet, sheet for tables that are too wide for paper. */
  | { kind: 'table'; table: Table; only?: 'paper' | 'sheet' }
  | { kind: 'tasks'; tasks: Task[] };

export interface Section {
  title: string;
  intro: string;
  blocks: Block[];
}

export interface ReportDocument {
  words: ReportWords;
  title: string;
  /** Framework and version. */
  subject: string;
  organization: string;
  /** 0 to 100; counts the passed controls of which all is shown, and comes first. */
  assuredScore: number;
  /** 0 to 100; counts all passed controls. */
  score: number;
  /** Counts of the control statuses. */
  figures: Figure[];
  /** For the first page: which words are of another language; null where none are. */
  note: string | null;
  /** Scope and moment of the report. */
  facts: [label: string, value: string][];
  sections: Section[];
  /** The one table of a CSV file. */
  main: Table;
  /** Columns repeated in every row of a CSV file, so that each row is complete by itself. */
  provenance: [key: string, value: string][];
  generatedAt: Date;
}
