import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useCallback, useEffect, useRef } from 'react';
import { useConnection, useLiveness, useSessionState } from '../api/context';
import { ControlStatusChangedDocument, ScansChangedDocument, ScoreChangedDocument } from './live.gql';

/** Delay between a change and the refetch of visible queries; further changes within it are covered. Milliseconds. */
const SETTLE_MS = 1_000;
/** Interval of polling while the socket is down. Milliseconds. */
const POLL_MS = 10_000;

/** Refetches the visible queries after every change that the socket reports, and periodically while it is down. */
export function LiveUpdates() {
  const refresh = useRefresh();
  const { scans } = useConnection();
  const liveness = useLiveness();
  const { isExpired } = useSessionState();
  const ignoreResults = true;
  const knowsScans = useRef(false);
  useSubscription(ScansChangedDocument, {
    ignoreResults,
    onData: ({ data }) => {
      scans.take(data.data?.scansChanged ?? []);
      // The first event is the current state, and what is shown has just been queried.
      if (knowsScans.current) refresh();
      knowsScans.current = true;
    },
  });
  useSubscription(ScoreChangedDocument, {
    ignoreResults,
    onData: ({ data }) => {
      if (!data.data?.scoreChanged.isSnapshot) refresh();
    },
  });
  useSubscription(ControlStatusChangedDocument, {
    ignoreResults,
    onData: ({ data }) => {
      if (!data.data?.controlStatusChanged.isSnapshot) refresh();
    },
  });
  useEffect(() => {
    if (liveness !== 'live' || isExpired) scans.forget();
    if (liveness === 'live' || isExpired) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => {
      clearInterval(timer);
      // Events that happened without a connection are lost: everything shown is queried again.
      refresh();
    };
  }, [liveness, isExpired, refresh, scans]);
  useEffect(() => () => scans.forget(), [scans]);
  return null;
}

function useRefresh(): () => void {
  const client = useApolloClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      // A failure shows where the query is shown.
      client.refetchQueries({ include: 'active' }).catch(() => undefined);
    }, SETTLE_MS);
  }, [client]);
}
