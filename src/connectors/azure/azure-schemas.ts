import { z } from 'zod';

/** How many details are asked for at a time. Our choice: Resource Manager lets some 25 requests a second through. */
export const AT_A_TIME = 4;

const Tags = z
  .record(z.string(), z.string().nullable())
  .nullish()
  .transform((tags) => Object.fromEntries(Object.entries(tags ?? {}).map(([name, value]) => [name, value ?? ''])));

/** What every located resource of Resource Manager has. */
export const Located = z.object({ id: z.string().startsWith('/'), name: z.string(), location: z.string(), tags: Tags });
