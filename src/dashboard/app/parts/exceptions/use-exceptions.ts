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

/** What became of a request. */
interface Accepted {
  exceptions: readonly ChangedExceptionFragment[];
  /** Number of findings for which the service made none. */
  refused: number;
}

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
    /** Proposes an exception for each finding, and approves those that nobody else could. Rejects where none was made. */
    accept: async (input: AcceptFindingsMutationVariables['input']): Promise<Accepted> => {
      const { data } = await accept({ variables: { input } });
      const results = data?.acceptFindings.results ?? [];
      const refused = results.flatMap(({ error }) => error ?? []);
      const proposed = results.flatMap(({ exception }) => exception ?? []);
      if (proposed.length === 0) throw new Error(refused[0]?.message ?? 'nothing was accepted');
      const exceptions: ChangedExceptionFragment[] = [];
      for (const exception of proposed) {
        const approved = exception.canApprove ? await approve({ variables: { id: exception.id } }) : null;
        exceptions.push(approved?.data?.approveException.exception ?? exception);
      }
      return { exceptions, refused: refused.length };
    },
  };
}
