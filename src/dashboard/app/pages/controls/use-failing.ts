import { skipToken, useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ControlDerivationDocument, FaultsDocument } from './derivation.gql';
import { failingChecksOf, type FailingCheck } from './failing.rules';

/** A check that fails a control now, with what is wrong. */
export interface Failing extends FailingCheck {
  fault: string;
  /** Whether it is a check of the service, or custom: a rule that an import names may be neither. */
  isKnown: boolean;
}

/** Checks that fail a control now; null while that is read, and where it cannot be. */
export function useFailing({ id, isCurrent, status }: { id: string; isCurrent: boolean; status: string }) {
  const isAsked = isCurrent && status === 'failed';
  const { data } = useQuery(ControlDerivationDocument, isAsked ? { variables: { id, asOf: null } } : skipToken);
  const checks = data ? failingChecksOf(data.control.derivation.mappings) : [];
  const faults = useStatedFaults(checks);
  const nameOf = useFaults(checks);
  if (!data || faults === null || nameOf === null) return isAsked ? null : [];
  return checks.map((check): Failing => ({ ...check, fault: nameOf(check), isKnown: faults.has(check.ruleId) }));
}

/** What is wrong where checks fail: as they state it, else that they do. Null while that is read. */
export function useFaults(checks: readonly { ruleId: string }[]) {
  const { t } = useTranslation('controls');
  const faults = useStatedFaults(checks);
  if (faults === null) return null;
  return ({ ruleId, title }: { ruleId: string; title: string }) =>
    faults.get(ruleId) ?? t('failing.unnamed', { title });
}

/** Faults by the ids of checks, of those that the service knows; null while that is read. */
function useStatedFaults(checks: readonly { ruleId: string }[]) {
  const ids = [...new Set(checks.map(({ ruleId }) => ruleId))].toSorted().slice(0, CHECKS_MAX);
  const { data, error } = useQuery(FaultsDocument, ids.length > 0 ? { variables: { ids } } : skipToken);
  if (ids.length > 0 && !data && !error) return null;
  return new Map(data?.checks.nodes.map(({ id, fault }) => [id, fault]));
}

/** The service names as many at once. */
const CHECKS_MAX = 100;
