import type { Control } from '../../catalogue/catalogue.js';
import type { Derivation } from '../../derivation/derivation.rules.js';
import { snakeCase } from '../../../platform/api/pointer.rules.js';

/** A derivation with what stands beside it in the interface. */
export interface DerivedControl {
  control: Control;
  derivation: Derivation;
  since: Date | null;
  /** The decision that leaves it out of scope; null where it is in scope. */
  scopeDecision: object | null;
}

/** A derivation as an audit package has it: names instead of objects of the catalogue, members as REST spells them. */
export function derivationJson({ control, derivation, since, scopeDecision }: DerivedControl): object {
  const { status, assurance, isDisputed, decidedBy, assessment, partialAssessments, mappings, missing } = derivation;
  return plain({
    controlId: control.controlId,
    title: control.title,
    status,
    assurance,
    isDisputed,
    since,
    decidedBy,
    assessment,
    scopeDecision,
    partialAssessments,
    mappings: mappings.map(({ mapping, state, isFull, isDisputed: disputed, elements, assessment: judged }) => ({
      universalControl: mapping.universalControl.code,
      relationship: mapping.relationship,
      isFull,
      state,
      isDisputed: disputed,
      assessment: judged,
      elements,
    })),
    missing: missing.map(({ universalControl, ...part }) => ({ universalControl: universalControl.code, ...part })),
  }) as object;
}

/** The value with the names of its members in snake_case; moments stay as they are. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [snakeCase(name), plain(each)]));
}
