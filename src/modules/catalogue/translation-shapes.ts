import { z } from 'zod';

/** The shapes of the files under src/content/translations/<language>, checked when they are read. Unknown keys are refused. */

const text = z.string().trim().min(1);

/** Digest of the English texts that an entry translates: `englishDigest`. Another one is a translation of other words. */
const of = z.string().regex(/^[0-9a-f]{8}$/);

const steps = z.array(z.strictObject({ title: text, instruction: text })).min(1);

/** Checks of a service by id, as their file under `checks/` has them in English. Commands are the same in every language. */
export const TranslatedChecks = z.strictObject({
  checks: z.record(
    text,
    z.strictObject({ of, title: text, fault: text, description: text, rationale: text, summary: text, steps }),
  ),
});

/** Families of another scanner's rules by id, as in `scanners/`. */
export const TranslatedFamilies = z.strictObject({
  families: z.record(text, z.strictObject({ of, title: text, description: text, summary: text, steps })),
});

/** A domain with its universal controls by code, as in `ucf/`. */
export const TranslatedDomain = z.strictObject({
  code: text,
  of,
  name: text,
  description: text,
  universal_controls: z.record(
    text,
    z.strictObject({
      of,
      title: text,
      description: text,
      elements: z.array(text),
      audit_question: text,
      example_evidence: z.array(text),
    }),
  ),
});
