import type { Control, Framework } from './catalogue.js';

/** What an organization may choose of a framework: values of one attribute of its controls. */
export interface ScopeChoice {
  /** Attribute of the controls, or `level`. */
  attribute: string;
  name: string;
  values: { value: string; name: string }[];
  /** Values that are in every scope. */
  always: string[];
  /** Whether a value brings all those before it into scope: levels. */
  isCumulative: boolean;
}

/** By slug, the attribute that can be chosen and the values that cannot be left out. Source: schema/contract/scope.md. */
const CHOICES: Readonly<Record<string, { attribute: string; always: string[] }>> = {
  // The common criteria are in every examination.
  soc2: { attribute: 'trust_category', always: ['security'] },
  // What is asked of service providers alone is not asked of a merchant.
  'pci-dss': { attribute: 'entity', always: ['any'] },
};

/** The choice that a framework offers; null where it has none. */
export function scopeChoiceOf({ slug, hasLevels, attributes, controls }: Framework): ScopeChoice | null {
  if (hasLevels) {
    const levels = [...new Set(controls.flatMap(({ maturityLevel }) => maturityLevel ?? []))].sort((a, b) => a - b);
    const values = levels.map((level) => ({ value: String(level), name: `Level ${String(level)}` }));
    return { attribute: 'level', name: 'Target level', values, always: ['1'], isCumulative: true };
  }
  const offered = CHOICES[slug];
  const attribute = attributes.find(({ key }) => key === offered?.attribute);
  if (!offered || !attribute) return null;
  const { key, name, values } = attribute;
  return { attribute: key, name, values, always: offered.always, isCumulative: false };
}

/** The value by which a control is chosen; null where its framework offers no choice. */
export function choiceValueOf({ framework: { slug, hasLevels }, attributes, maturityLevel }: Control): string | null {
  if (hasLevels) return maturityLevel === null ? null : String(maturityLevel);
  const offered = CHOICES[slug];
  return offered ? (attributes[offered.attribute] ?? null) : null;
}

/**
 * The chosen values in the framework's order, with those that are in every scope, and those below a chosen level.
 * @returns null where one of them is no value of the choice
 */
export function completeSelection(
  { values, always, isCumulative }: ScopeChoice,
  chosen: readonly string[],
): string[] | null {
  const known = values.map(({ value }) => value);
  if (chosen.some((value) => !known.includes(value))) return null;
  const wanted = new Set([...always, ...chosen]);
  const highest = Math.max(...[...wanted].map((value) => known.indexOf(value)));
  return known.filter((value, index) => wanted.has(value) || (isCumulative && index < highest));
}
