import { ApolloLink } from '@apollo/client';
import { map } from 'rxjs';

/**
 * Delivers answers of queries and mutations whole or not at all, so that no page meets a root field that was refused: with errors an
 * answer becomes the page's error state (the error policy `none`), and one with a null root and without an error becomes an error
 * here. The types of operations rest on it: `build/codegen.ts` generates root fields as non-null.
 */
export const wholeAnswers = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    map((result) => {
      if (result.errors && result.errors.length > 0) return result;
      const missing = Object.entries(result.data ?? {}).find(([, value]) => value === null);
      if (missing) throw new Error(`the service answered ${missing[0]} with nothing`);
      return result;
    }),
  ),
);
