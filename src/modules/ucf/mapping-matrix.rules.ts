import type { Framework } from '../catalogue/catalogue.js';
import { scoreOf } from '../posture/score.rules.js';
import type { MappingMatrixCellType } from './mapping-matrix.type.js';

/**
 * For every ordered pair of frameworks: the number of controls of `to` that share a universal control with a control of `from`.
 * Compliance with `from` is a start on these.
 */
export function mappingMatrixOf(frameworks: Framework[]): MappingMatrixCellType[] {
  const reach = new Map(
    frameworks.map((framework) => [
      framework,
      new Set(framework.controls.flatMap(({ mappings }) => mappings.map(({ universalControl }) => universalControl))),
    ]),
  );
  return frameworks.flatMap((from) =>
    frameworks.map((to) => {
      const shared = to.controls.filter(({ mappings }) =>
        mappings.some(({ universalControl }) => reach.get(from)?.has(universalControl)),
      );
      return {
        from: from.name,
        to: to.name,
        coveredControls: shared.length,
        totalControls: to.controls.length,
        coveragePercentage: scoreOf(shared.length, to.controls.length),
      };
    }),
  );
}
