import { z } from 'zod';

/** Schemas of the files of a snapshot, which are validated when they are read. Unknown keys are refused. */

const text = z.string().trim().min(1);

const Properties = z.record(text, z.unknown());
/** Properties of a resource, as its type documents them (src/content/resources). */
export type Properties = z.infer<typeof Properties>;

/** `*resources.yaml`: resources of the company by type; an empty list means that it has none. */
export const ResourceFile = z.strictObject({
  /** Account, organization, cluster, subscription, project or tenant. */
  account: text,
  resources: z.record(
    text,
    z.array(z.strictObject({ id: text, name: text, region: text.optional(), properties: Properties })),
  ),
});

/**
 * Condition for a state, by the number of previous scans: `from` (default 0) and `before` these numbers, or the number
 * modulo `every` is one of `at`.
 */
const Schedule = z.union([
  z.strictObject({ from: z.number().int().min(1).default(0), before: z.number().int().min(1) }),
  z
    .strictObject({ every: z.number().int().min(2), at: z.array(z.number().int().min(0)).min(1) })
    .refine(
      ({ every, at }) => at.every((scan) => scan < every),
      'never in force: `at` counts from 0 up to `every` - 1',
    ),
]);
export type Schedule = z.infer<typeof Schedule>;

/** `drift.yaml`: states that change from scan to scan, by name. */
export const DriftFile = z.strictObject({
  drift: z.record(
    text,
    z.strictObject({
      scans: Schedule,
      /** Properties that replace those of the named resources while the state is in force. */
      changes: z.record(text, Properties),
    }),
  ),
});
export type Drift = z.infer<typeof DriftFile>['drift'][string];
