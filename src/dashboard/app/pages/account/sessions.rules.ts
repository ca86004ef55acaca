/** Pure functions on the open sessions of a person. */

interface AnySession {
  id: string;
  device: string | null;
  address: string | null;
  isCurrent: boolean;
}

/** Sessions of one device at one address. */
export interface SessionGroup<Session> {
  /** The one that was used last. */
  latest: Session;
  ids: readonly string[];
}

/**
 * Sessions grouped by device and address; the session of the page is a group of its own.
 * @param sessions latest use first
 */
export function groupedSessions<Session extends AnySession>(sessions: readonly Session[]): SessionGroup<Session>[] {
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const key = session.isCurrent ? session.id : JSON.stringify([session.device, session.address]);
    groups.set(key, [...(groups.get(key) ?? []), session]);
  }
  return [...groups.values()].flatMap((group) => {
    const [latest] = group;
    return latest ? [{ latest, ids: group.map(({ id }) => id) }] : [];
  });
}
