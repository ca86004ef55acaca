import { skipToken, useQuery } from '@apollo/client/react';
import { useMay, useShell } from '../../api/shell-data';
import { ScanIntegrationsDocument, ScanMembersDocument } from './scan-names.gql';

export interface Names {
  /** Null where the caller may not know, or the person has left. */
  personOf: (id: string | null) => string | null;
  /** Where something was read, as far as it is known: integration, account, region. */
  placeOf: (where: Where) => string;
}

interface Where {
  integrationId: string;
  account: string | null;
  region: string | null;
}

/** Who and what the ids in a scan stand for, as far as the caller may know. */
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
