import type { Framework } from '../catalogue/catalogue.js';
import { scoreOf } from '../posture/score.rules.js';
import { askedElements, countCovers, coverOf } from './gap.rules.js';
import type { MappingMatrixCellType } from './mapping-matrix.type.js';

/**
 * For every ordered pair of frameworks: the number of controls of `to` that share a universal control with a control of `from`, and of
 * those that what `from` asks for covers in full and in part. A control may share a universal control and none of its elements.
 */
export function mappingMatrixOf(frameworks: Framework[]): MappingMatrixCellType[] {
  return frameworks.flatMap((from) => {
    const asked = askedElements(from);
    return frameworks.map((to) => {
      const shared = to.controls.filter(({ mappings }) =>
        mappings.some(({ universalControl }) => asked.has(universalControl)),
      );
      const { full, part } =
        from === to
          ? { full: to.controls.length, part: 0 }
          : countCovers(to.controls.map((control) => coverOf(control, asked)));
      return {
        from: from.name,
        to: to.name,
        fromFramework: from,
        toFramework: to,
        coveredControls: shared.length,
        fullControls: full,
        partControls: part,
        totalControls: to.controls.length,
        coveragePercentage: scoreOf(shared.length, to.controls.length),
      };
    });
  });
}
