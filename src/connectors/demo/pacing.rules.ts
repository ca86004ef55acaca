import type { Finding } from '../finding.js';

/** So many findings come at a time; a service with more takes several steps. */
const STEP_FINDINGS_MAX = 10;

/** Groups findings into the steps in which a collection reports them: service by service, a few at a time. */
export function stepsOf(findings: readonly Finding[]): Finding[][] {
  const byService = Map.groupBy(findings, ({ check }) => check.ruleId.slice(0, check.ruleId.lastIndexOf('.')));
  return [...byService.values()].flatMap(inChunks);
}

function inChunks(findings: Finding[]): Finding[][] {
  const chunks: Finding[][] = [];
  for (let start = 0; start < findings.length; start += STEP_FINDINGS_MAX) {
    chunks.push(findings.slice(start, start + STEP_FINDINGS_MAX));
  }
  return chunks;
}
