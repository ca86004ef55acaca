import type { ScannedTypeType } from './scan.type.js';
import type { StoredSnapshot } from './snapshot-writer.js';

/** Types of resources that a scan read, by integration and name; empty without a snapshot. */
export function scannedTypes(snapshot: Pick<StoredSnapshot, 'readTypes' | 'counts'> | null): ScannedTypeType[] {
  if (!snapshot) return [];
  const { readTypes, counts } = snapshot;
  const integrations = [...new Set([...Object.keys(readTypes), ...Object.keys(counts ?? {})])].sort();
  return integrations.flatMap((integrationId) => {
    const [whole, seen] = [new Set(readTypes[integrationId]), counts?.[integrationId] ?? {}];
    return [...new Set([...whole, ...Object.keys(seen)])].sort().map((resourceType) => ({
      integrationId,
      resourceType,
      resources: counts ? (seen[resourceType] ?? 0) : null,
      isWhole: whole.has(resourceType),
    }));
  });
}
