import { DAY } from '../../platform/clock.js';
import { percentOf } from '../../platform/percent.js';
import type { Control, Domain, Framework } from '../catalogue/catalogue.js';
import { controlsOfDomain } from '../catalogue/domain.rules.js';
import type { ControlStatus, Posture } from '../posture/posture.js';
import { countStatuses } from '../posture/count.rules.js';
import type { HeatmapRowType } from './score.type.js';

/**
 * Rows of the heat-map: for each framework, its controls by the domains of their universal controls.
 * @param isPast whether the posture is that of a former moment
 */
export function heatmapOf(
  frameworks: Framework[],
  domains: Domain[],
  { posture, isPast }: { posture: Posture; isPast: boolean },
): HeatmapRowType[] {
  const mapped = domains.map((domain) => ({ domain, controlsOfAll: [...controlsOfDomain(domain)] }));
  return frameworks.map((framework) => ({
    framework: framework.name,
    cells: mapped.map(({ domain, controlsOfAll }) => {
      const controls = controlsOfAll.filter((control) => control.framework === framework);
      const counts = countStatuses(controls, posture);
      const score = counts.totalControls === 0 ? null : percentOf(counts.passedControls, counts.totalControls);
      const assuredScore = counts.totalControls === 0 ? null : percentOf(counts.assuredControls, counts.totalControls);
      const inScope = controls.filter((control) => posture.isInScope(control));
      return { domain: domain.code, ...counts, score, assuredScore, controls: inScope, isPast };
    }),
  }));
}

/** Counts and controls of a heat-map cell. */
export interface HeatmapCounts {
  passedControls: number;
  totalControls: number;
  controls: readonly Control[];
}

/**
 * change = 100 × (passed − formerly passed) / total, in percentage points, one decimal; null where none of the controls ever had a
 * status. Rounded once: it may differ by 0.1 from the difference of two shown scores.
 * @param former statuses at the earlier moment, by control number
 */
export function changeOf(
  { passedControls, totalControls, controls }: HeatmapCounts,
  former: ReadonlyMap<number, ControlStatus>,
): number | null {
  const statuses = controls.map(({ no }) => former.get(no)).filter((status) => status !== undefined);
  if (statuses.length === 0) return null;
  const passedThen = statuses.filter((status) => status === 'passed').length;
  return percentOf(passedControls - passedThen, totalControls);
}

/** Date of the oldest decision of the controls; null where no control has a status. */
export function oldestOf(controls: readonly Pick<Control, 'no'>[], decidedAt: ReadonlyMap<number, Date>): Date | null {
  const moments = controls.map(({ no }) => decidedAt.get(no)?.getTime()).filter((moment) => moment !== undefined);
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** Age of the oldest decision of the controls in whole days; null where no control has a status. */
export function ageDaysOf(
  controls: readonly Pick<Control, 'no'>[],
  decidedAt: ReadonlyMap<number, Date>,
  now: Date,
): number | null {
  const oldest = oldestOf(controls, decidedAt);
  return oldest && Math.max(0, Math.floor((now.getTime() - oldest.getTime()) / DAY));
}
