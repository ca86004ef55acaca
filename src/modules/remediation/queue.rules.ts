import type { Severity } from '../../connectors/finding.js';
import type { Control, Framework, UniversalControl } from '../catalogue/catalogue.js';
import type { RemediationType } from '../catalogue/catalogue.type.js';
import { priorityOf } from './priority.rules.js';

/** A repair with the failed controls that it improves. */
export interface Fix {
  /** A failing check, or a universal control that was assessed as not met. */
  source: 'check' | 'assessment';
  id: string;
  title: string;
  /** What is wrong; the title of an assessment. */
  fault: string;
  severity: Severity;
  universalControls: UniversalControl[];
  /** Failed controls of active frameworks that it brings forward; none where a check only supports. */
  controls: Control[];
  /** Those of them that it alone would pass. */
  passes: Control[];
  /** The others: something else fails them too, or they ask for more. */
  helps: Control[];
  /** Null for an assessment. */
  failingResources: number | null;
  remediation: RemediationType;
}

export interface RankedFix extends Fix {
  /** From 1, the most urgent. */
  rank: number;
  priority: number;
  /** Names of the frameworks that gain, in the specification's order. */
  frameworks: string[];
}

/**
 * Ranks fixes by priority (see `priorityOf`), then by the number of controls that they pass and that they help, then by title. An assessment without a failed
 * control is left out; a failing check stays, whether or not it decides one.
 */
export function rankFixes(fixes: readonly Fix[], active: readonly Framework[]): RankedFix[] {
  return fixes
    .filter(({ source, controls }) => source === 'check' || controls.length > 0)
    .map((fix) => {
      const gaining = active.filter((framework) => fix.controls.some((control) => control.framework === framework));
      const { severity, remediation } = fix;
      const priority = priorityOf({ severity, frameworks: gaining.length, effort: remediation.effort });
      return { ...fix, rank: 0, priority, frameworks: gaining.map(({ name }) => name) };
    })
    .sort(byUrgency)
    .map((fix, index) => ({ ...fix, rank: index + 1 }));
}

function byUrgency(a: RankedFix, b: RankedFix): number {
  return (
    b.priority - a.priority ||
    b.passes.length - a.passes.length ||
    b.controls.length - a.controls.length ||
    (a.title < b.title ? -1 : 1)
  );
}
