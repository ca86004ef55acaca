import type { Resource } from '../resource.js';
import { resourcesAt, type Snapshot } from './snapshot.js';

/** So many resources come at a time; a type with more takes several steps. */
const STEP_MAX = 10;

/** Groups what the scan after `scansBefore` completed ones meets into the steps in which a collection reports it. */
export function stepsOf(snapshot: Snapshot, scansBefore: number): Resource[][] {
  return snapshot.flatMap((provider) => {
    const resources = [...resourcesAt(provider, scansBefore).values()];
    return [...Map.groupBy(resources, ({ type }) => type).values()].flatMap(inSteps);
  });
}

function inSteps(resources: Resource[]): Resource[][] {
  const steps: Resource[][] = [];
  for (let start = 0; start < resources.length; start += STEP_MAX) steps.push(resources.slice(start, start + STEP_MAX));
  return steps;
}
