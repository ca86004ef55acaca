import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';

export interface Once<Data> {
  data?: Data;
  error?: unknown;
  isAsking: boolean;
  refetch: () => void;
}

/**
 * Result of a query about completed scans, fetched once: it never changes, and unlike those of `useQuery` it is not
 * refetched after every change, because some of these read whole snapshots and are rate-limited.
 * @param variables null for no query
 */
export function useOnce<Data, Variables extends Record<string, string>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
): Once<Data> {
  const client = useApolloClient();
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; data?: Data; error?: unknown }>({ key: '' });
  const asked = variables === null ? '' : JSON.stringify(variables);
  const key = `${asked} ${tries}`;
  useEffect(() => {
    if (asked === '') return;
    let isWanted = true;
    const wanted = JSON.parse(asked) as Variables;
    client.query({ query: document, variables: wanted }).then(
      ({ data }) => isWanted && setAnswer(data === undefined ? { key } : { key, data }),
      (error: unknown) => isWanted && setAnswer({ key, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [client, document, asked, key]);
  const refetch = useCallback(() => setTries((before) => before + 1), []);
  if (answer.key !== key) return { isAsking: asked !== '', refetch };
  return { ...answer, isAsking: false, refetch };
}
