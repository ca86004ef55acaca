import { skipToken, useApolloClient, useSubscription } from '@apollo/client/react';
import { hasEnded } from './scan.rules';
import { ScanMovedFragmentDoc, ScanProgressDocument } from './scans.gql';

/**
 * Follows a running scan: events of the socket update the same cache entries as queries, so that the latest one is
 * shown. While the socket is down, polling updates them.
 * @param onEnd refetches the data that only a completed scan has
 */
export function useScanProgress(scan: { id: string; status: string } | undefined, onEnd: () => void): void {
  const client = useApolloClient();
  useSubscription(
    ScanProgressDocument,
    scan && !hasEnded(scan)
      ? {
          variables: { scanId: scan.id },
          ignoreResults: true,
          onData: ({ data: { data } }) => {
            if (!data) return;
            const { scanId, status, totalControls, passedControls, failedControls, progress } = data.scanProgress;
            const moved = { status, totalControls, passedControls, failedControls, progress };
            if (hasEnded(moved)) {
              onEnd();
              return;
            }
            const id = client.cache.identify({ __typename: 'Scan', id: scanId });
            client.cache.updateFragment(
              { ...(id === undefined ? {} : { id }), fragment: ScanMovedFragmentDoc, fragmentName: 'ScanMoved' },
              (before) => (before ? { ...before, ...moved } : null),
            );
          },
        }
      : skipToken,
  );
}
