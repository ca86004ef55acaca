import type { Severity } from '../../parts/severity.rules.js';

export const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

export interface StepValues {
  title: string;
  instruction: string;
  /** Empty for none. */
  command: string;
}

/** Input of the form of a custom check; an empty text is no value. */
export interface CheckValues {
  /** Empty: made of the title. */
  key: string;
  title: string;
  resourceType: string;
  severity: Severity;
  applies: string;
  passes: string;
  saysPass: string;
  saysFail: string;
  /** Codes. */
  universalControls: string[];
  description: string;
  rationale: string;
  effort: Effort;
  /** How to repair; with no steps there is no remediation. */
  summary: string;
  steps: StepValues[];
}

/** Fields of the form that show their errors themselves. */
export const FIELDS = [
  ...['key', 'title', 'resourceType', 'severity', 'applies', 'passes', 'saysPass', 'saysFail'],
  ...['universalControls', 'description', 'rationale'],
];

export const NEW_STEP: StepValues = { title: '', instruction: '', command: '' };

export const NEW_CHECK: CheckValues = {
  ...{ key: '', title: '', resourceType: '', severity: 'medium', applies: '', passes: '' },
  ...{ saysPass: '', saysFail: '', universalControls: [], description: '', rationale: '' },
  ...{ effort: 'medium', summary: '', steps: [] },
};

/** A stored check, as the service shows it. */
interface StoredCheck {
  key: string;
  title: string;
  resourceType: string;
  severity: Severity;
  applies: string | null;
  passes: string;
  saysPass: string;
  saysFail: string;
  universalControls: readonly { code: string }[];
  description: string;
  rationale: string;
  remediation: {
    effort: Effort;
    summary: string;
    steps: readonly { title: string; instruction: string; command: string | null }[];
  } | null;
}

export function valuesOf(check: StoredCheck): CheckValues {
  const { key, title, resourceType, severity, applies, passes, saysPass, saysFail, description, rationale } = check;
  const { effort = 'medium', summary = '', steps = [] } = check.remediation ?? {};
  return {
    ...{ key, title, resourceType, severity, passes, saysPass, saysFail, description, rationale, effort, summary },
    applies: applies ?? '',
    universalControls: check.universalControls.map(({ code }) => code),
    steps: steps.map((step) => ({ ...step, command: step.command ?? '' })),
  };
}

/** Key of a check of that title: `buckets-are-in-the-eu`. */
export function keyOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}

/** The logic of a check, which can be tried before anything is stored. */
export function logicOf({ resourceType, applies, passes, saysPass, saysFail }: CheckValues) {
  return { resourceType, applies: applies.trim() || null, passes, saysPass, saysFail };
}

/** Input of the mutations. Remediation is left out where there was none and none was written: it cannot be taken away. */
export function inputOf(values: CheckValues) {
  const { title, severity, universalControls, description, rationale, effort, summary, steps } = values;
  const given = steps.map(({ command, ...step }) => ({ ...step, command: command.trim() || null }));
  return {
    ...logicOf(values),
    ...{ title: title.trim(), severity, universalControls, description, rationale },
    ...(given.length > 0 ? { remediation: { effort, summary, steps: given } } : {}),
  };
}
