import type { Resource } from '../resource.js';
import { resourcesAt, type Snapshot } from './snapshot.js';

/** Limit of resources in a step; a type with more takes several. */
const STEP_MAX = 10;

/** Resources of the scan after `scansBefore` completed ones, grouped into the steps of its collection. */
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
