import type { ReportWords } from '../report-words.rules.js';
import type { Cell, Column } from './document.js';

/** Display text of a cell; empty for null. */
export function cellText(words: ReportWords, cell: Cell, { kind, terms }: Pick<Column, 'kind' | 'terms'>): string {
  if (cell === null) return '';
  if (cell instanceof Date) return kind === 'day' ? words.day(cell) : words.moment(cell);
  if (typeof cell === 'number') return kind === 'percent' ? words.percent(cell) : words.integer(cell);
  if (typeof cell === 'object') return `${wordOfCode(words, cell.code, { kind, terms })} (${cell.points})`;
  return wordOfCode(words, cell, { kind, terms });
}

function wordOfCode(words: ReportWords, code: string, { kind, terms }: Pick<Column, 'kind' | 'terms'>): string {
  if (terms !== undefined) return words.wordOf(terms, code);
  return kind === 'status' || kind === 'severity' || kind === 'state' ? words.nameOf(code) : code;
}

/** Code of a status, severity or state in a cell, by which it is coloured; empty where it has none. */
export function codeOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell !== null && !(cell instanceof Date) && typeof cell === 'object' ? cell.code : '';
}
