import { skipToken, useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { MatchingControlsDocument } from './controls.gql';
import type { ControlsSearch } from './controls-search';

interface Found {
  data: { found: ReadonlySet<string> | undefined } | undefined;
  error: unknown;
  refetch: () => unknown;
}

/**
 * Ids of the controls of a framework that match a search text, a domain and what exceptions accept; during a request, those of the previous
 * one.
 * @returns the props of `Answered`; `found` is undefined without a search
 */
export function useFound(
  framework: string,
  { q, domain, accepted }: Pick<ControlsSearch, 'q' | 'domain' | 'accepted'>,
): Found {
  const isWanted = [q, domain, accepted].some((each) => each !== undefined);
  const result = useQuery(
    MatchingControlsDocument,
    isWanted ? { variables: { framework, q, domain, accepted } } : skipToken,
  );
  const controls = (result.data ?? result.previousData)?.controls;
  const found = useMemo(() => controls && new Set(controls.map(({ id }) => id)), [controls]);
  if (!isWanted) return { data: { found: undefined }, error: undefined, refetch: result.refetch };
  return { data: found && { found }, error: result.error, refetch: result.refetch };
}
