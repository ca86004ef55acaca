import { skipToken, useQuery } from '@apollo/client/react';
import { useMay } from '../../api/shell-data';
import { ScanComparisonDocument, type ScanComparisonQuery } from './comparison.gql';
import { useOnce, type Once } from './once';
import { scanBefore } from './scan.rules';
import { ScanChoicesDocument, type ScanChoicesQuery } from './scan-names.gql';

export interface SinceBeforeAnswer {
  /** The previous completed scan of the same kind; null where there is none, undefined until it is known. */
  before: ScanChoicesQuery['scans']['nodes'][number] | null | undefined;
  comparison: Once<ScanComparisonQuery>;
  choices: { data?: ScanChoicesQuery | undefined; error?: unknown; refetch: () => unknown };
}

/** What differs in a completed scan from the one before it. */
export function useSinceBefore(scanId: string): SinceBeforeAnswer {
  const may = useMay();
  const choices = useQuery(ScanChoicesDocument, may('compareScans') ? {} : skipToken);
  const nodes = choices.data?.scans.nodes;
  const before = nodes && (scanBefore(nodes, scanId) ?? null);
  const comparison = useOnce(ScanComparisonDocument, before ? { from: before.id, to: scanId } : null);
  return { before, comparison, choices };
}
