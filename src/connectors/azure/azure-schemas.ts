import { z } from 'zod';

/** Limit of concurrent requests for details. Our choice: Resource Manager allows some 25 requests a second. */
export const PARALLEL_REQUESTS = 4;

const Tags = z
  .record(z.string(), z.string().nullable())
  .nullish()
  .transform((tags) => Object.fromEntries(Object.entries(tags ?? {}).map(([name, value]) => [name, value ?? ''])));

/** Properties that every regional resource of Resource Manager has. */
export const Located = z.object({ id: z.string().startsWith('/'), name: z.string(), location: z.string(), tags: Tags });
