import { z } from 'zod';
import { SEVERITIES } from '../finding.js';

/** The shapes of the files of a snapshot, checked when they are read. Unknown keys are refused. */

const text = z.string().trim().min(1);

const Properties = z.record(text, z.unknown());
/** What is known of a resource, spelled like the provider's interface. Ages are in days before the scan. */
export type Properties = z.infer<typeof Properties>;

/** `*resources.yaml`: what the company has, by type of resource. Says nothing about right or wrong. */
export const ResourceFile = z.strictObject({
  /** Account, organization, cluster, subscription, project or tenant. */
  account: text,
  resources: z.record(
    text,
    z.array(z.strictObject({ id: text, name: text, region: text.optional(), properties: Properties })).min(1),
  ),
});

/** Either every resource of a type, or the resources of these names. */
const Selection = z.union([text, z.array(text).min(1)]);
export type Selection = z.infer<typeof Selection>;

/** Texts may hold `{name}`, `{region}` and the path of a property: `{AlternateContacts.SECURITY.Name}`. */
const Judged = z.strictObject({
  title: text,
  severity: z.enum(SEVERITIES),
  on: Selection,
  except: z.array(text).min(1).optional(),
  /** Said of each resource that does not fail; left out where all fail. */
  pass: text.optional(),
  /** The first entry that holds for a resource decides. One with `during` holds while that drift is in force. */
  fail: z.array(z.strictObject({ on: Selection, during: text.optional(), summary: text })).default([]),
});

/** A check that ran and had nothing in its scope. */
const OutOfScope = z.strictObject({ title: text, severity: z.enum(SEVERITIES), not_applicable: text });

/** `*verdicts.yaml`: what our checks say of the resources of the same folder, by check id. */
export const VerdictFile = z.strictObject({ checks: z.record(text, z.union([Judged, OutOfScope])) });
export type Verdicts = z.infer<typeof VerdictFile>['checks'][string];

/**
 * By the number of scans before: in force in those `from` (0 unless given) and `before` these numbers, or in those whose
 * number modulo `every` is one of `at`.
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

/** `drift.yaml`: states that come and go from scan to scan, by name. */
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
