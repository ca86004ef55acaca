import { skipToken, useQuery } from '@apollo/client/react';
import { useMay, useShell } from '../../api/shell-data';
import { ScanIntegrationsDocument, ScanMembersDocument } from './scan-names.gql';

export interface Names {
  /** Name of a user; null where the caller may not read it, or the user was removed. */
  personOf: (id: string | null) => string | null;
  /** Integration, account and region of a gap, as far as they are known. */
  placeOf: (where: Where) => string;
}

interface Where {
  integrationId: string;
  account: string | null;
  region: string | null;
}

/** Names of the ids in a scan, as far as the caller may read them. */
export function useNames(): Names {
  const may = useMay();
  const { me } = useShell();
  const members = useQuery(ScanMembersDocument, may('members') ? {} : skipToken).data?.members ?? [me];
  const integrations =
    useQuery(ScanIntegrationsDocument, may('integrations') ? {} : skipToken).data?.integrations ?? [];
  return {
    personOf: (id) => members.find((each) => each.id === id)?.name ?? null,
    placeOf: ({ integrationId, account, region }) => {
      const integration = integrations.find((each) => each.id === integrationId)?.name ?? null;
      return [integration, account, region].filter((each) => each !== null).join(' · ') || '–';
    },
  };
}
