import { useMay } from '../../api/shell-data';
import { ScanComparisonDocument, type ScanComparisonQuery } from './comparison.gql';
import { useOnce, type Once } from './once';

/** A scan, and the one before it. */
interface Scan {
  id: string;
  sinceBefore: { before: string } | null;
}

/** What differs in a completed scan from the one before it, control by control. */
export function useSinceBefore({ id, sinceBefore }: Scan): Once<ScanComparisonQuery> {
  const may = useMay();
  return useOnce(
    ScanComparisonDocument,
    sinceBefore && may('compareScans') ? { from: sinceBefore.before, to: id } : null,
  );
}
