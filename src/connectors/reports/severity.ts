import type { Severity } from '../finding.js';

/** Every spelling that the formats use, in lower case. */
const BY_WORD: Readonly<Record<string, Severity>> = {
  fatal: 'critical',
  critical: 'critical',
  high: 'high',
  error: 'high',
  medium: 'medium',
  moderate: 'medium',
  warning: 'medium',
  low: 'low',
  note: 'low',
  informational: 'informational',
  info: 'informational',
  none: 'informational',
};

/** OCSF's severity_id, 1 to 6. */
const BY_ID: readonly Severity[] = ['informational', 'low', 'medium', 'high', 'critical', 'critical'];

/**
 * Gives the severity that a report says in a word (`High`, XCCDF's `info`, SARIF's `error`). What is not said, and what
 * is said to be unknown, is `medium`: our choice, so that it is neither buried nor an alarm.
 */
export function severityOf(word: string | null): Severity {
  return (word === null ? undefined : BY_WORD[word.toLowerCase()]) ?? 'medium';
}

/** Gives the severity of an OCSF event: by its word, which is what people see, else by its number. */
export function ocsfSeverity(word: string | null, id: number | null): Severity {
  const named = word === null ? undefined : BY_WORD[word.toLowerCase()];
  return named ?? (id === null ? undefined : BY_ID[id - 1]) ?? 'medium';
}

/** Gives the severity of a CVSS-like score, 0 to 10. Source: the levels of CVSS 3.1, section 5. */
export function scoreSeverity(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'informational';
}

/** Gives the severity of ASFF's Severity.Normalized, 0 to 100. Source: the ASFF reference, Severity. */
export function normalizedSeverity(score: number): Severity {
  if (score >= 90) return 'critical';
  if (score >= 70) return 'high';
  if (score >= 40) return 'medium';
  return score > 0 ? 'low' : 'informational';
}
