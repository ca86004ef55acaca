import type { ReportedCheck } from '../finding.js';

/** Longest text that can name a requirement. Characters. */
const LINE_MAX = 256;

/** A requirement as a report names it. */
export type Requirement = ReportedCheck['requirements'][number];

/**
 * Reads one line of text that names a framework and a requirement, as Security Hub writes it: `PCI DSS v4.0.1/1.2.3`,
 * `NIST.800-53.r5 AC-2(1)`, `PCI DSS v3.2.1 requirement 7.1`. The last part is the id. Null for a line of one
 * part, which names no framework.
 */
export function requirementOf(line: string): Requirement | null {
  const text = line.trim().slice(0, LINE_MAX);
  const cut = text.includes('/') ? text.lastIndexOf('/') : lastGap(text);
  const id = text.slice(cut + 1).trim();
  const framework = text
    .slice(0, Math.max(cut, 0))
    .trim()
    .replace(/(?<![\s,:])[\s,:]+(?:requirements?|controls?)$/i, '');
  return framework === '' || id === '' || /^(?:requirements?|controls?)$/i.test(framework) ? null : { framework, id };
}

/** Start of the id, including a separated enhancement: `AC-2 (1)`. */
function lastGap(text: string): number {
  const gap = text.lastIndexOf(' ');
  return text[gap + 1] === '(' ? text.lastIndexOf(' ', gap - 1) : gap;
}

/** Length to which Prowler truncates a line of RelatedRequirements, possibly within an id. */
const PROWLER_LINE_MAX = 63;

/** Reads a line of Prowler's ASFF: one framework, then all its ids, `CIS-1.4 1.1 1.2`. An id that may be truncated is omitted. */
export function prowlerRequirements(line: string): Requirement[] {
  const [framework, ...ids] = line.trim().split(/\s+/);
  if (framework === undefined) return [];
  return (line.length === PROWLER_LINE_MAX ? ids.slice(0, -1) : ids).map((id) => ({ framework, id }));
}

/**
 * Reads a tag of a rule, as SARIF tools write them: `PCI-DSS 6.2.4`, `NIST-800-53: AC-2`, `CWE-120`,
 * `external/cwe/cwe-079`. Null for any other tag, such as `security`: an id needs a digit.
 */
export function taggedRequirement(tag: string): Requirement | null {
  if (tag.length > LINE_MAX) return null;
  const cwe = /^(?:external\/cwe\/)?CWE-0*(\d{1,6})\b/i.exec(tag);
  if (cwe !== null) return { framework: 'CWE', id: `CWE-${cwe[1] ?? ''}` };
  const owasp = /^OWASP[-: ](?:Top ?10[-: ])?(A\d\d?:\d{4})\b/i.exec(tag);
  if (owasp !== null) return { framework: 'OWASP', id: owasp[1] ?? '' };
  // eslint-disable-next-line redos/no-vulnerable -- a longer text has been refused
  const named = /^([A-Za-z][\w. -]{0,60}?)\s*[ :/]\s*((?=[\w.()-]*\d)[A-Za-z0-9][\w.()-]{0,60})$/.exec(tag.trim());
  if (named === null) return null;
  return { framework: (named[1] ?? '').trim(), id: named[2] ?? '' };
}
