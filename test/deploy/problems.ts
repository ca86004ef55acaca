import type { KubernetesObject } from './objects.js';
import { podProblems } from './pod-rules.js';
import { referenceProblems } from './reference-rules.js';
import { schemaProblems } from './schema.js';

/** Everything that is wrong with the objects of an installation, a sentence each. */
export async function problemsOf(objects: readonly KubernetesObject[]): Promise<string[]> {
  const checked = objects.filter(({ kind, data }) => kind === 'Secret' || data !== undefined);
  return [
    ...checked.map(({ kind, metadata }) => `${kind} ${metadata.name} would store values in the release`),
    ...schemaProblems(objects),
    ...referenceProblems(objects),
    ...(await podProblems(objects)),
  ];
}
