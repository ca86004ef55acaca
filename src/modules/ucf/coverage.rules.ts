import { percentOf } from '../../platform/percent.js';
import type { Catalogue, Control, Framework } from '../catalogue/catalogue.js';
import type { CoverageType } from './ucf.type.js';

/**
 * The universal controls that cover a framework, with the controls each of them covers.
 * @param shown the controls that are answered, in the place of those of the catalogue
 */
export function coverageOf(
  catalogue: Catalogue,
  framework: Framework,
  shown: (controls: Control[]) => Control[],
): CoverageType {
  const controls = catalogue.universalControls.flatMap((universalControl) => {
    const mappedControls = universalControl.mappings
      .map(({ control }) => control)
      .filter((control) => control.framework === framework);
    return mappedControls.length === 0 ? [] : [{ universalControl, mappedControls }];
  });
  const covered = new Set(controls.flatMap(({ mappedControls }) => mappedControls));
  return {
    framework: framework.name,
    version: framework.version,
    totalControls: framework.controls.length,
    coveredControls: covered.size,
    coveragePercentage: percentOf(covered.size, framework.controls.length),
    controls: controls.map(({ universalControl, mappedControls }) => ({
      universalControl,
      mappedControls: shown(mappedControls),
    })),
    uncoveredControls: shown(framework.controls.filter((control) => !covered.has(control))),
  };
}
