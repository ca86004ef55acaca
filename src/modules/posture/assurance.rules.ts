import type { Control } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import type { ControlStatus } from './posture.js';

/** `full`: all that the control asks for is shown. `partial`: the rest is taken on trust. */
export type AssuranceLevel = 'full' | 'partial';

/** How much of a passed control is shown. Source: schema/contract/status.md, "Assurance". */
export interface Assurance {
  level: AssuranceLevel;
  /** Mappings that tests or supported assessments show. */
  shown: number;
  /** Parts that it takes: one where a full mapping is shown, else `partsOf` the control. */
  needed: number;
}

/** Whether its only mapping leaves out something that it asks for: no universal control holds that, and nothing can show it. */
export function asksBeyondMappings({ mappings }: Pick<Control, 'mappings'>): boolean {
  const [only, ...others] = mappings;
  return only !== undefined && others.length === 0 && !isFull(only.relationship);
}

/** How many controls can be passed in full: the assured score of a framework cannot be more than their share. */
export function countPassableInFull(controls: readonly Pick<Control, 'mappings'>[]): number {
  return controls.filter((control) => !asksBeyondMappings(control)).length;
}

/** Number of parts of which a control is made: its mappings, and what its only one leaves out. */
function partsOf(control: Pick<Control, 'mappings'>): number {
  return control.mappings.length + (asksBeyondMappings(control) ? 1 : 0);
}

/** Bits of the byte that a posture has for each control. */
const FULL = 128;
const DISPUTED = 64;
const SHOWN_MAX = 63;

/** The assurance in a byte of a posture, for a control that is passed. */
export function assuranceOf(byte: number, control: Pick<Control, 'mappings'>): Assurance {
  const shown = byte & SHOWN_MAX;
  if (byte & FULL) return { level: 'full', shown, needed: shown };
  return { level: 'partial', shown, needed: partsOf(control) };
}

/** The bits for what is shown of a passed control, by its mappings. */
export function shownByte(mappings: readonly { isFull: boolean; isShown: boolean }[]): number {
  if (mappings.some(({ isFull: isFullMapping, isShown }) => isFullMapping && isShown)) return FULL + 1;
  const shown = mappings.filter(({ isShown }) => isShown).length;
  // A single part mapping leaves out what nothing can show: see `partsOf`.
  const isWhole = shown === mappings.length && mappings.length > 1;
  return (isWhole ? FULL : 0) + Math.min(shown, SHOWN_MAX);
}

/** The bit for tests and an assessment that contradict each other, or 0. */
export function disputedByte(isContradiction: boolean): number {
  return isContradiction ? DISPUTED : 0;
}

/** Whether a scan and a person's assessment contradict each other. */
export function isDisputed(byte: number): boolean {
  return (byte & DISPUTED) !== 0;
}

/** Level of a status with that byte; null where it is not `passed`. */
export function levelOf(status: ControlStatus, byte: number): AssuranceLevel | null {
  if (status !== 'passed') return null;
  return byte & FULL ? 'full' : 'partial';
}
