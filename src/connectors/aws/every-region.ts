import { failureOf } from './aws-error.rules.js';
import type { AwsScope } from './aws-scope.js';

/**
 * What `read` gives in each region of the collection, one after the other; for what is one thing in the whole account
 * and is told region by region. Regions that do not offer the service are left out.
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
