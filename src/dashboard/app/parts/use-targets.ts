import { skipToken, useQuery } from '@apollo/client/react';
import { targetsOf, type Target } from './commands.rules';
import { RepairTargetsDocument } from './targets.gql';

/** Resources on which a check fails and no exception accepts that: the first of them, and how many there are. */
export interface Targets {
  targets: readonly Target[];
  total: number;
}

const NONE: Targets = { targets: [], total: 0 };

/** Resources for which a repair is made; none while they are read. @param checkId null for a repair of no check */
export function useTargets(checkId: string | null): Targets {
  const { data } = useQuery(RepairTargetsDocument, checkId === null ? skipToken : { variables: { checkId } });
  return data ? { targets: targetsOf(data.findings.nodes), total: data.findings.totalCount } : NONE;
}
