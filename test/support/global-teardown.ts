import { rm } from 'node:fs/promises';

/** Stops the run's PostgreSQL and removes everything the run wrote. */
export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.stop();
  const directory = process.env.TEST_DIRECTORY;
  if (directory) await rm(directory, { recursive: true, force: true });
}
