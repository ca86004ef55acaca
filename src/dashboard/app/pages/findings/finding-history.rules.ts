interface Period<Status extends string> {
  status: Status;
  summary: string;
  from: string;
  /** Null where it holds, and where the scan that ended it is not stored. */
  until: string | null;
}

/** A time of a finding: a status that it had, or that no scan had it. */
export interface Standing<Status extends string> {
  key: string;
  /** Null where no scan had it. */
  status: Status | null;
  summary: string | null;
  from: string;
  /** `now` where it holds; null where the scan that ended it is not stored. */
  until: string | null;
}

/** The times of a finding, the newest first, with those between them in which no scan had it. */
export function standingsOf<Status extends string>(
  history: readonly Period<Status>[],
  isCurrent: boolean,
): Standing<Status>[] {
  return history.flatMap(({ until, ...period }, index) => {
    const newer = history[index - 1];
    const holds = until === null && index === 0 && isCurrent;
    const standing = { ...period, key: period.from, until: holds ? 'now' : until };
    const absent = until !== null && until !== newer?.from && (newer !== undefined || !isCurrent);
    if (!absent) return [standing];
    const end = newer?.from ?? 'now';
    return [{ key: `${until} absent`, status: null, summary: null, from: until, until: end }, standing];
  });
}
