import { skipToken, useQuery } from '@apollo/client/react';
import { useFaults, useStatedFaults } from '../../parts/use-faults';
import { ControlDerivationDocument } from './derivation.gql';
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
