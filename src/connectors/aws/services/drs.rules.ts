/** Jobs as the service returns them. */
export type Jobs = readonly unknown[];

/** The job that started last: its initiator and start time (RFC 3339); null if there is none. */
export function latestOf(jobs: Jobs | null): { kind: string | null; at: string } | null {
  const begun = (jobs ?? []).flatMap((job) => {
    const { initiatedBy: kind, creationDateTime: at } = job as { initiatedBy?: unknown; creationDateTime?: unknown };
    return typeof at === 'string' ? [{ kind: typeof kind === 'string' ? kind : null, at }] : [];
  });
  return begun.sort((one, other) => other.at.localeCompare(one.at))[0] ?? null;
}
