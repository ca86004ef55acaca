import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { FailingOfScanDocument, type FailingOfScanQuery } from './results.gql';

export type FailingResult = FailingOfScanQuery['scanResults']['nodes'][number];

/** Failing results of a completed scan, all of them. */
export interface Failing {
  data?: readonly FailingResult[] | undefined;
  error?: unknown;
  refetch: () => void;
}

/** Failing results of a completed scan, page after page; no data until all are known. */
export function useFailing(scanId: string): Failing {
  const client = useApolloClient();
  const [tries, setTries] = useState(0);
  const key = `${scanId} ${tries}`;
  const [answer, setAnswer] = useState<{ key: string; data?: readonly FailingResult[]; error?: unknown }>({ key: '' });
  useEffect(() => {
    let isWanted = true;
    const read = async (after: string | null, before: readonly FailingResult[]): Promise<void> => {
      const variables = { scanId, after };
      // Not through the cache, where a list grows with its pages.
      const { data } = await client.query({ query: FailingOfScanDocument, variables, fetchPolicy: 'no-cache' });
      if (!isWanted || data === undefined) return;
      const { nodes, pageInfo } = data.scanResults;
      const known = [...before, ...nodes];
      if (pageInfo.hasNextPage) return read(pageInfo.endCursor, known);
      setAnswer({ key, data: known });
    };
    read(null, []).catch((error: unknown) => isWanted && setAnswer({ key, error }));
    return () => {
      isWanted = false;
    };
  }, [client, scanId, key]);
  const refetch = useCallback(() => setTries((before) => before + 1), []);
  return answer.key === key ? { ...answer, refetch } : { refetch };
}
