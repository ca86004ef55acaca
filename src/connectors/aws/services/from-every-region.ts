import { failureOf } from '../aws-error.rules.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { areCredentialsValid } from '../aws-session.js';

const PARALLEL_REGIONS = 4;

/**
 * Items that `read` finds in all regions of the collection, or in those that are named, in the order of the regions; a region without the service has none. Null where a
 * region could not be read, which is recorded as a gap: a statement about all regions would be wrong.
 */
export async function fromEveryRegion<T>(
  scope: AwsScope,
  read: (region: string) => Promise<T[]>,
  regions: readonly string[] = scope.session.regions,
): Promise<T[] | null> {
  const found = new Map<string, T[] | null>();
  const results = asCompleted(regions, PARALLEL_REGIONS, async (region) => {
    const values = await readOnce(scope, region, read);
    return { region, values };
  });
  for await (const { region, values } of results) found.set(region, values);
  const all = regions.map((region) => found.get(region) ?? null);
  return all.includes(null) ? null : all.flatMap((values) => values ?? []);
}

async function readOnce<T>(
  scope: AwsScope,
  region: string,
  read: (region: string) => Promise<T[]>,
): Promise<T[] | null> {
  try {
    return await read(region);
  } catch (err) {
    scope.session.signal.throwIfAborted();
    switch (failureOf(err)) {
      case 'unknown':
        throw err;
      case 'credentials':
        if (!(await areCredentialsValid(scope.session))) throw err;
        // A region that the account has not enabled refuses valid credentials.
        if (region !== scope.session.homeRegion) return [];
        scope.note(err);
        return null;
      case 'not_offered':
        return [];
      case 'denied':
      case 'unavailable':
      case 'answered':
        scope.note(err);
        return null;
    }
  }
}
