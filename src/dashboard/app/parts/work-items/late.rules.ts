import { DAY_MS } from '../calendar.rules.js';

/** Days that have gone by since the last day of a work item that is overdue, at least one. @param today `YYYY-MM-DD`, like the other */
export function daysLate(dueOn: string, today: string): number {
  return Math.max(1, Math.round((Date.parse(today) - Date.parse(dueOn)) / DAY_MS));
}
