import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { FailingOfScanDocument } from './results.gql';

/** Number of failing controls by slug of their framework. */
export type FailingByFramework = ReadonlyMap<string, number>;

/** Failing controls of a completed scan by framework, all of them, page after page; null until they are known. */
export function useFailing(scanId: string): FailingByFramework | null {
  const client = useApolloClient();
  const [known, setKnown] = useState<{ scanId: string; counts: FailingByFramework } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const read = async (after: string | null, before: FailingByFramework): Promise<void> => {
      const { data } = await client.query({ query: FailingOfScanDocument, variables: { scanId, after } });
      if (!isWanted || data === undefined) return;
      const counts = new Map(before);
      for (const { control } of data.scanResults.nodes) {
        const { slug } = control.framework;
        counts.set(slug, (counts.get(slug) ?? 0) + 1);
      }
      const { hasNextPage, endCursor } = data.scanResults.pageInfo;
      if (hasNextPage) return read(endCursor, counts);
      setKnown({ scanId, counts });
    };
    // The figures above say how many fail; without them the column stays empty.
    void read(null, new Map()).catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [client, scanId]);
  return known?.scanId === scanId ? known.counts : null;
}
