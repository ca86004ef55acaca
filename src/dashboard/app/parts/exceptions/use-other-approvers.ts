import { skipToken, useQuery } from '@apollo/client/react';
import { useMay, useShell } from '../../api/shell-data';
import { ApproversDocument } from './approvers.gql';

/** Whether somebody else may approve what the user requests; null while nobody knows. */
export function useOtherApprovers(): boolean | null {
  const may = useMay();
  const { me } = useShell();
  const { data } = useQuery(ApproversDocument, may('members') ? {} : skipToken);
  if (!data) return null;
  return data.members.some(({ id, role }) => id !== me.id && (role === 'admin' || role === 'auditor'));
}
