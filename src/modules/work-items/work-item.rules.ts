import { isDay } from '../../platform/api/day.rules.js';
import { AppError } from '../../platform/errors.js';
import { UNFINISHED_STATES, type WorkItemState } from './work-item-states.js';

/**
 * The day of a client, as it was given. It may have passed: what is late can be written down.
 * @throws {AppError} VALIDATION_FAILED unless it is a day of the calendar, `YYYY-MM-DD`
 */
export function checkedDay(day: string | null, field = '/due_on'): string | null {
  if (day !== null && !isDay(day)) throw AppError.invalid(field, 'must be a day, YYYY-MM-DD');
  return day;
}

/** Whether a work item is late: something is left to do, and its day has passed. Days are compared as texts, `YYYY-MM-DD`. */
export function isOverdue({ dueOn, state }: { dueOn: string | null; state: WorkItemState }, today: string): boolean {
  return dueOn !== null && dueOn < today && UNFINISHED_STATES.includes(state);
}
