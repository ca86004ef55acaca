import type { Content } from '../content-shapes.js';
import type { LintFinding } from './finding.js';

/** Whether the controls of a framework have the attributes that it declares, with values that it knows, and no others. */
export function lintAttributes({ frameworks }: Content): LintFinding[] {
  return frameworks.flatMap(({ file, attributes, controls }) => {
    const declared = new Map(attributes.map(({ key, values }) => [key, new Set(values.map(({ value }) => value))]));
    const used = new Set(
      controls.flatMap((control) => Object.entries(control.attributes ?? {}).map(([key, value]) => `${key} ${value}`)),
    );
    const idle = attributes.flatMap(({ key, values }) =>
      values
        .filter(({ value }) => !used.has(`${key} ${value}`))
        .map(({ value }) => ({ file, id: key, problem: `no control has the value ${value}` })),
    );
    const wrong = controls.flatMap(({ control_id: id, attributes: own = {} }) =>
      Object.entries(own)
        .filter(([key, value]) => !declared.get(key)?.has(value))
        .map(([key, value]) => ({ file, id, problem: `its ${key} is ${value}, which the framework does not declare` })),
    );
    return [...idle, ...wrong];
  });
}
