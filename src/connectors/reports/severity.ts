import type { Severity } from '../finding.js';

/** Severities by the words of all formats, in lower case. */
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

/** Severities by OCSF's severity_id, 1 to 6. */
const BY_ID: readonly Severity[] = ['informational', 'low', 'medium', 'high', 'critical', 'critical'];

/**
 * Severity by a report's word (`High`, XCCDF's `info`, SARIF's `error`). An absent or unknown one is `medium`: our choice, so
 * that it is neither hidden nor an alarm.
 */
export function severityOf(word: string | null): Severity {
  return (word === null ? undefined : BY_WORD[word.toLowerCase()]) ?? 'medium';
}

/** Severity of an OCSF event: by its word, which is what people see, else by its number. */
export function ocsfSeverity(word: string | null, id: number | null): Severity {
  const named = word === null ? undefined : BY_WORD[word.toLowerCase()];
  return named ?? (id === null ? undefined : BY_ID[id - 1]) ?? 'medium';
}

/** Severity of a CVSS-like score, 0 to 10. Source: the levels of CVSS 3.1, section 5. */
export function scoreSeverity(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'informational';
}

/** Severity of ASFF's Severity.Normalized, 0 to 100. Source: the ASFF reference, Severity. */
export function normalizedSeverity(score: number): Severity {
  if (score >= 90) return 'critical';
  if (score >= 70) return 'high';
  if (score >= 40) return 'medium';
  return score > 0 ? 'low' : 'informational';
}
