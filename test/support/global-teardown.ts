import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Stops the run's PostgreSQL and removes everything the run wrote. */
export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.stop();
  const directory = process.env.TEST_DIRECTORY;
  if (!directory) return;
  const held = await stat(join(directory, 'answers-held-to-contract')).catch(() => null);
  process.stdout.write(`${held?.size ?? 0} answers were as the OpenAPI document says\n`);
  await rm(directory, { recursive: true, force: true });
}
