import { z } from 'zod';

/** Limit of concurrent requests for details. Our choice: the strictest quota found is ten reads a second. */
export const PARALLEL_REQUESTS = 4;

/** Labels of a resource. */
export const Labels = z.record(z.string(), z.string()).optional();

/** An IAM policy. */
export const PolicyBody = z.object({
  bindings: z.array(z.object({ role: z.string(), members: z.array(z.string()).default([]) })).default([]),
  auditConfigs: z
    .array(
      z.object({
        service: z.string(),
        auditLogConfigs: z.array(z.object({ logType: z.string() })).default([]),
      }),
    )
    .default([]),
});

/** Last segment of a resource path: `europe-west3-b` of `…/zones/europe-west3-b`. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
