import { useMutation } from '@apollo/client/react';
import {
  AcceptFindingsDocument,
  ApproveExceptionDocument,
  IncludeNewMatchesDocument,
  RejectExceptionDocument,
  WithdrawExceptionDocument,
  type AcceptFindingsMutationVariables,
  type ChangedExceptionFragment,
} from './exception-changes.gql';

/** Whatever is open shows exceptions, or statuses that they change. */
const REFETCH = { refetchQueries: 'active' } as const;

/** Changes of exceptions; each rejects with the error of the service. */
export function useExceptions() {
  const [accept] = useMutation(AcceptFindingsDocument, REFETCH);
  const [approve] = useMutation(ApproveExceptionDocument, REFETCH);
  const [reject] = useMutation(RejectExceptionDocument, REFETCH);
  const [withdraw] = useMutation(WithdrawExceptionDocument, REFETCH);
  const [include] = useMutation(IncludeNewMatchesDocument, REFETCH);
  return {
    approve: (id: string) => approve({ variables: { id } }),
    reject: (id: string, note: string | null) => reject({ variables: { id, note } }),
    withdraw: (id: string) => withdraw({ variables: { id } }),
    includeNewMatches: (id: string) => include({ variables: { id } }),
    /** Proposes one exception, and approves it where nobody else could. */
    accept: async (input: AcceptFindingsMutationVariables['input']): Promise<ChangedExceptionFragment> => {
      const { data } = await accept({ variables: { input } });
      const [result] = data?.acceptFindings.results ?? [];
      if (!result?.exception) throw new Error(result?.error?.message ?? 'nothing was accepted');
      if (!result.exception.canApprove) return result.exception;
      const approved = await approve({ variables: { id: result.exception.id } });
      return approved.data?.approveException.exception ?? result.exception;
    },
  };
}
