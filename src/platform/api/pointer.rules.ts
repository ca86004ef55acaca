import type { ErrorDetail } from '../errors.js';

/** `controlId` → `control_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `control_id` → `controlId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Members of inputs whose own members the schema does not name: they are spelled as they were sent, through every transport. */
export const FREE_FORM: ReadonlySet<string> = new Set(['config', 'credential', 'filter']);

/** Details whose pointers have the spelling of the transport that the request came through. */
export function respelled(details: readonly ErrorDetail[], spell: (name: string) => string): ErrorDetail[] {
  return details.map((detail) => ({ ...detail, field: respelledPointer(detail.field, spell) }));
}

/** A JSON pointer with every name in it respelled; below free-form members as it is. */
export function respelledPointer(pointer: string, spell: (name: string) => string): string {
  const steps = pointer.split('/');
  const free = steps.findIndex((step) => FREE_FORM.has(step));
  return steps.map((step, at) => (free !== -1 && at > free ? step : spell(step))).join('/');
}
