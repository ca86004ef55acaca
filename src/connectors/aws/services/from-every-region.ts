import { failureOf } from '../aws-error.rules.js';
import { inParallel } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { isStillKnown } from '../aws-session.js';

const REGIONS_AT_ONCE = 4;

/**
 * What `look` gives in every region that is read, in the order of the regions; a region without the service gives nothing.
 * Null where one could not be read, which is noted as a gap: what is said of all regions would be wrong.
 */
export async function fromEveryRegion<T>(scope: AwsScope, look: (region: string) => Promise<T[]>): Promise<T[] | null> {
  const found = new Map<string, T[] | null>();
  const looks = inParallel(scope.session.regions, REGIONS_AT_ONCE, async (region) => {
    const values = await lookOnce(scope, region, look);
    return { region, values };
  });
  for await (const { region, values } of looks) found.set(region, values);
  const all = scope.session.regions.map((region) => found.get(region) ?? null);
  return all.includes(null) ? null : all.flatMap((values) => values ?? []);
}

async function lookOnce<T>(
  scope: AwsScope,
  region: string,
  look: (region: string) => Promise<T[]>,
): Promise<T[] | null> {
  try {
    return await look(region);
  } catch (err) {
    scope.session.signal.throwIfAborted();
    switch (failureOf(err)) {
      case 'unknown':
        throw err;
      case 'credentials':
        if (!(await isStillKnown(scope.session))) throw err;
        // A region that the account has not enabled refuses the best of them.
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
