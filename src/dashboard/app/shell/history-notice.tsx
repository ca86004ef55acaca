import { useApolloClient, useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../api/shell-data';
import { HistoryPendingDocument } from './history.gql';

const POLL_MS = 1_000;

/**
 * Notice that the demo history is still being written. When that is done, the page refetches its data and the notice
 * disappears.
 */
export function HistoryNotice() {
  const { isHistoryPending } = useShell().organization;
  const client = useApolloClient();
  const wasPending = useRef(isHistoryPending);
  useEffect(() => {
    // A failure shows where the query is shown.
    if (wasPending.current && !isHistoryPending) client.refetchQueries({ include: 'active' }).catch(() => undefined);
    wasPending.current = isHistoryPending;
  }, [client, isHistoryPending]);
  return <div role="status">{isHistoryPending && <Pending />}</div>;
}

/** Polls until the history is written; the response updates the cached organization, which removes this notice. */
function Pending() {
  const { t } = useTranslation('common');
  useQuery(HistoryPendingDocument, { pollInterval: POLL_MS });
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('state.historyPending')}
    </Text>
  );
}
