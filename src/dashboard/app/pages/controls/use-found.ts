import { skipToken, useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { MatchingControlsDocument } from './controls.gql';

/**
 * Ids of the controls of a framework in which the service finds a text; while it looks, those of the text before.
 * @returns undefined where nothing is looked for, or nothing is known yet
 */
export function useFound(framework: string, q: string | undefined): ReadonlySet<string> | undefined {
  const options = q === undefined ? skipToken : { variables: { framework, q } };
  const { data, previousData } = useQuery(MatchingControlsDocument, options);
  const controls = q === undefined ? undefined : (data ?? previousData)?.controls;
  return useMemo(() => controls && new Set(controls.map(({ id }) => id)), [controls]);
}
