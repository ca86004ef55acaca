import { z } from 'zod';

/** How many details are asked for at a time. Our choice: the strictest quota met is ten reads a second. */
export const AT_A_TIME = 4;

export const Labels = z.record(z.string(), z.string()).optional();

export const PolicyAnswer = z.object({
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

/** The last part of an address of Google's: `europe-west3-b` of `…/zones/europe-west3-b`. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
