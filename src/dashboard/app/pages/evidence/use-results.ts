import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { ResultsOfArtifactDocument } from './evidence.gql';

type Result = 'fail' | 'pass';

/**
 * What a scan says of the controls that it decides, by the id of the control; null while it is read, and where it cannot be.
 * @param scanId null where the artifact is of no scan
 */
export function useResults(scanId: string | null): ReadonlyMap<string, Result> | null {
  const client = useApolloClient();
  const [found, setFound] = useState<{ scanId: string; results: ReadonlyMap<string, Result> } | null>(null);
  useEffect(() => {
    if (scanId === null) return undefined;
    let isWanted = true;
    const read = async (after: string | null, before: readonly (readonly [string, Result])[]): Promise<void> => {
      const variables = { scanId, after };
      // Not through the cache, where a list grows with its pages.
      const { data } = await client.query({ query: ResultsOfArtifactDocument, variables, fetchPolicy: 'no-cache' });
      if (!isWanted || data === undefined) return;
      const { nodes, pageInfo } = data.scanResults;
      const known = [
        ...before,
        ...nodes.flatMap(({ control, status }) => (status === 'not_applicable' ? [] : [[control.id, status] as const])),
      ];
      if (pageInfo.hasNextPage) return read(pageInfo.endCursor, known);
      setFound({ scanId, results: new Map(known) });
    };
    // Without it the page says less.
    read(null, []).catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [client, scanId]);
  return found?.scanId === scanId ? found.results : null;
}
