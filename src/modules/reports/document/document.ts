/*
 * A report as people read it: sections of text, figures, bars and tables, without any layout. PDF, HTML, XLSX and CSV are
 * four ways to draw it.
 */

/** Percentages are 0 to 100; `moment` is a date with its time. */
export type ColumnKind =
  'text' | 'code' | 'integer' | 'percent' | 'moment' | 'day' | 'status' | 'severity' | 'state' | 'link';

export interface Column {
  /** Of the CSV file: snake_case. */
  key: string;
  title: string;
  kind: ColumnKind;
  /** Share of the width, about characters. */
  width: number;
}

export type Cell = string | number | Date | null;

export interface Table {
  /** Name of the sheet, at most 31 characters. */
  title: string;
  columns: Column[];
  rows: Cell[][];
  /** Said in place of a table without rows. */
  empty: string;
}

export interface Figure {
  label: string;
  value: string;
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

/** One thing to do, with its steps. */
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
  /** `only`: pages leave out what is too wide for them, spreadsheets what another sheet has. */
  | { kind: 'table'; table: Table; only?: 'paper' | 'sheet' }
  | { kind: 'tasks'; tasks: Task[] };

export interface Section {
  title: string;
  intro: string;
  blocks: Block[];
}

export interface ReportDocument {
  title: string;
  /** Framework and version. */
  subject: string;
  organization: string;
  /** 0 to 100. */
  score: number;
  /** Counts of the control statuses. */
  figures: Figure[];
  /** What was looked at and when. */
  facts: [label: string, value: string][];
  sections: Section[];
  /** The one table of a CSV file. */
  main: Table;
  /** Columns that repeat in every row of a CSV file, so that a row speaks for itself. */
  provenance: [key: string, value: string][];
  generatedAt: Date;
}
