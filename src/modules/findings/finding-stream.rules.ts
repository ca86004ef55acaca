import type { FindingStatus } from '../../connectors/finding.js';

/** Orders of findings. */
export const FINDING_ORDERS = ['severity', 'first_seen', 'first_seen_desc'] as const;
export type FindingOrder = (typeof FINDING_ORDERS)[number];

/** Index by which findings are read in order: those of an integration, of its checks, or of resources. */
export type StreamKind = 'integration' | 'check' | 'resource';

/** Current findings of one integration, status and severity, of one check or resource where their kind says so. */
export interface FindingGroup {
  integrationId: string;
  /** 0 where the kind is another. */
  checkNo: number;
  resourceNo: number;
  status: FindingStatus;
  /** Position in the list of severities. */
  severity: number;
  /** How many at most; null where nobody counted them. */
  findings: number | null;
}

/** Place of a finding in an order; a page begins after it. */
export interface FindingPosition {
  severity: number;
  /** Since the epoch. */
  microseconds: number;
  resourceNo: number;
  checkNo: number;
  copyNo: number;
}

/** A group from a position on: what comes after it in the order of the index. */
export interface FindingStream extends FindingGroup {
  /** Null for the whole group. */
  after: Omit<FindingPosition, 'severity'> | null;
}

/** More than any number, and less. */
const [MAX, MIN] = [2 ** 31 - 1, -1];

/**
 * The groups of which a page can have findings, each with the position after which it reads. Groups that are all before the page are
 * left out; so are those of lower severities where the counted ones before them fill it.
 * @param needed findings to read: those of the page and those to skip
 */
export function streamsOf(
  groups: readonly FindingGroup[],
  {
    kind,
    order,
    after,
    needed,
  }: { kind: StreamKind; order: FindingOrder; after: FindingPosition | null; needed: number },
): FindingStream[] {
  if (order !== 'severity') return groups.map((group) => ({ ...group, after: after && boundOf(kind, group, after) }));
  const streams: FindingStream[] = [];
  let known = 0;
  for (const [severity, ofSeverity] of bySeverity(groups)) {
    if (after !== null && severity < after.severity) continue;
    if (known >= needed) break;
    const cut = severity === after?.severity ? after : null;
    streams.push(...ofSeverity.map((group) => ({ ...group, after: cut && boundOf(kind, group, cut) })));
    // How many of a cut group are left is not known.
    if (!cut) known += ofSeverity.reduce((sum, { findings }) => sum + (findings ?? 0), 0);
  }
  return streams;
}

function bySeverity(groups: readonly FindingGroup[]): [number, FindingGroup[]][] {
  return [...Map.groupBy(groups, ({ severity }) => severity)].toSorted(([a], [b]) => a - b);
}

/** Where a group of one check or resource goes on after a finding of any. All orders end by resource, check and copy. */
function boundOf(kind: StreamKind, group: FindingGroup, after: FindingPosition): FindingStream['after'] {
  const { microseconds, resourceNo, checkNo, copyNo } = after;
  switch (kind) {
    case 'integration':
      return { microseconds, resourceNo, checkNo, copyNo };
    case 'check':
      return { microseconds, resourceNo, checkNo, copyNo: beside(group.checkNo, checkNo, copyNo) };
    case 'resource':
      return {
        microseconds,
        resourceNo,
        checkNo: beside(group.resourceNo, resourceNo, checkNo),
        copyNo: beside(group.resourceNo, resourceNo, copyNo),
      };
  }
}

/** The bound of a later number where `own` is that of the position; all of it is before the position, or none. */
function beside(own: number, position: number, next: number): number {
  if (own === position) return next;
  return own < position ? MAX : MIN;
}
