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
 * Ids of the controls of a framework that match a search text and a domain; during a request, those of the previous
 * one.
 * @returns the props of `Answered`; `found` is undefined without a search
 */
export function useFound(framework: string, { q, domain }: Pick<ControlsSearch, 'q' | 'domain'>): Found {
  const isWanted = q !== undefined || domain !== undefined;
  const result = useQuery(MatchingControlsDocument, isWanted ? { variables: { framework, q, domain } } : skipToken);
  const controls = (result.data ?? result.previousData)?.controls;
  const found = useMemo(() => controls && new Set(controls.map(({ id }) => id)), [controls]);
  if (!isWanted) return { data: { found: undefined }, error: undefined, refetch: result.refetch };
  return { data: found && { found }, error: result.error, refetch: result.refetch };
}
