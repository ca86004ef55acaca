import { AppError } from '../../platform/errors.js';
import type { Control } from './catalogue.js';

/** Levels of CMMC. */
const LEVELS: readonly number[] = [1, 2, 3];

/** @throws {AppError} VALIDATION_FAILED naming the field */
export function checkLevel(level: number, field: string): void {
  if (!LEVELS.includes(level)) throw AppError.invalid(field, 'must be 1, 2 or 3');
}

/** Whether a control is of the level or of one below; true where its framework has no levels. */
export function isUpToLevel({ maturityLevel }: Pick<Control, 'maturityLevel'>, level: number): boolean {
  return maturityLevel === null || maturityLevel <= level;
}
