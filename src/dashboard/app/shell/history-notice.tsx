import { useApolloClient, useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../api/shell-data';
import { HistoryPendingDocument } from './history.gql';

const POLL_MS = 1_000;

/** A line that says that the past of a demo organization is still being written. When it is there, the page asks again and the line goes. */
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

/** Asks until it is over: the answer changes the organization that the shell has, and takes this away. */
function Pending() {
  const { t } = useTranslation('common');
  useQuery(HistoryPendingDocument, { pollInterval: POLL_MS });
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('state.historyPending')}
    </Text>
  );
}
