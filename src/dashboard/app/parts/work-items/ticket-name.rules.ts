/** What people call a ticket: `ENG-12`, `owner/repository#12`; its tracker until the ticket is there. */
export function ticketName({ tracker, key }: NamedTicket): string {
  if (key === null) return tracker.name;
  return tracker.kind === 'github' ? `${tracker.project}#${key}` : key;
}

export interface NamedTicket {
  tracker: { kind: 'jira' | 'github'; name: string; project: string };
  key: string | null;
}
