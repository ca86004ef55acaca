import { skipToken, useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { FaultsDocument } from './faults.gql';

/** The service names as many at once. */
const CHECKS_MAX = 100;

/** What is wrong where checks fail: as they state it, else that they do. Null while that is read. */
export function useFaults(checks: readonly { ruleId: string }[]) {
  const { t } = useTranslation('common');
  const faults = useStatedFaults(checks);
  if (faults === null) return null;
  return ({ ruleId, title }: { ruleId: string; title: string }) => faults.get(ruleId) ?? t('unnamedFault', { title });
}

/** Faults by the ids of checks, of those that the service knows; null while that is read. */
export function useStatedFaults(checks: readonly { ruleId: string }[]) {
  const ids = [...new Set(checks.map(({ ruleId }) => ruleId))].toSorted().slice(0, CHECKS_MAX);
  const { data, error } = useQuery(FaultsDocument, ids.length > 0 ? { variables: { ids } } : skipToken);
  if (ids.length > 0 && !data && !error) return null;
  return new Map(data?.checks.nodes.map(({ id, fault }) => [id, fault]));
}
