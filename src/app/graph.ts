import type { FeatureParts } from '../feature/feature.js';
import { Executor } from '../graphql/executor.js';
import { createSchema, type OnFailure, type OnOperation, type ServiceCalls } from '../graphql/schema.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { contentCountsOf } from '../modules/catalogue/content-counts.rules.js';
import { ACCESS, fieldCostsOf } from './features.js';

/** Executors of this process, with the classes of the resolvers that their schemas call, by what the limits were counted from. */
const executors = new WeakMap<Catalogue, { classes: readonly NewableFunction[]; executor: Executor }>();

/**
 * The schema of all features with what executes it. Neither knows a service: those of one process that have the same catalogue share
 * them, with every document that is already parsed, checked and compiled.
 * @throws {Error} for an operation without a row in the access table, and for a list without a size
 */
export function executorOf({ resolvers }: ServiceCalls, catalogue: Catalogue): Executor {
  const classes = [...resolvers.keys()];
  const known = executors.get(catalogue);
  if (known?.classes.length === classes.length && known.classes.every((each) => resolvers.has(each)))
    return known.executor;
  const executor = new Executor(createSchema(classes, ACCESS), fieldCostsOf(contentCountsOf(catalogue)));
  executors.set(catalogue, { classes, executor });
  return executor;
}

/** What the schema calls of a service that has these features. */
export function serviceCallsOf(
  features: readonly FeatureParts[],
  callbacks: { onOperation: OnOperation; onFailure: OnFailure },
): ServiceCalls {
  const instances = features.flatMap(({ resolvers }) => resolvers ?? []);
  return {
    ...callbacks,
    resolvers: new Map(instances.map((instance) => [instance.constructor, instance])),
    afterMutation: (ctx) => {
      for (const feature of features) feature.afterMutation?.(ctx);
    },
  };
}
