import { skipToken, useQuery } from '@apollo/client/react';
import { useMay, useShell } from '../../api/shell-data';
import { WorkOwnersDocument } from './work-changes.gql';

/** Members to whom the user can give work: everybody where the user may list them, else the user alone. */
export function useOwners(): readonly { id: string; name: string }[] {
  const { me } = useShell();
  const may = useMay();
  const { data } = useQuery(WorkOwnersDocument, may('members') ? {} : skipToken);
  return data?.members ?? [me];
}
