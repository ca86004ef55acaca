import type { Cell, ColumnKind } from './document.js';

const WORDS: Readonly<Record<string, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  not_assessed: 'Not assessed',
  not_applicable: 'Not applicable',
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  informational: 'Informational',
  in_date: 'In date',
  out_of_date: 'Out of date',
  missing: 'Missing',
  auto: 'Automatic',
  manual: 'Manual',
  scan: 'Scan',
  assessment: 'Assessment',
  full: 'In full',
  partial: 'In part',
};

/** Display text of a status, severity or state. */
export function wordOf(value: string): string {
  return WORDS[value] ?? value;
}

/** Effort in words. */
export const EFFORT_WORDS = { low: 'Minutes', medium: 'A day', high: 'A project' } as const;

/** `2026-01-31 08:15 UTC`. */
export function momentText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `50.0 %`, with a non-breaking space. */
export function percentText(percent: number): string {
  return `${percent.toFixed(1)}\u00a0%`;
}

/** Display text of a cell; empty for null. */
export function cellText(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return '';
  if (cell instanceof Date) return kind === 'day' ? cell.toISOString().slice(0, 10) : momentText(cell);
  if (typeof cell === 'number') return kind === 'percent' ? percentText(cell) : String(cell);
  return kind === 'status' || kind === 'severity' || kind === 'state' ? wordOf(cell) : cell;
}

/** `1 control`, `2 controls`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
