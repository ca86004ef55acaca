import { skipToken, useApolloClient, useSubscription } from '@apollo/client/react';
import { hasEnded } from './scan.rules';
import { ScanMovedFragmentDoc, ScanProgressDocument } from './scans.gql';

/**
 * Follows a scan as long as it runs: what the socket tells goes into the same place as what queries answer, so that whichever
 * comes later is shown. While the socket is down, the queries alone move it.
 * @param onEnd asks for what only a scan that has ended has
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
