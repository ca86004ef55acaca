import { failureOf } from './aws-error.rules.js';
import type { AwsScope } from './aws-scope.js';

/**
 * Results of `read` in each region of the collection, one after another, for a resource of the whole account that AWS
 * returns by region. Regions that do not offer the service are skipped.
 * @throws errors of `read` in a region that offers the service
 */
export async function* inEveryRegion<T>(
  scope: AwsScope,
  read: (scope: AwsScope, region: string) => Promise<T>,
): AsyncGenerator<T> {
  for (const region of scope.session.regions) {
    const answer = await read(scope, region).then(
      (value) => ({ value }),
      (err: unknown) => {
        if (failureOf(err) === 'not_offered') return null;
        throw err;
      },
    );
    if (answer) yield answer.value;
  }
}
