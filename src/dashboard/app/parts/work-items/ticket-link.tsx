import { Anchor, Text } from '@mantine/core';
import { ticketName, type NamedTicket } from './ticket-name.rules';

interface TicketLinkProps {
  ticket: NamedTicket & { url: string | null; stateName: string | null };
}

/** Name of a ticket with a link to its page, and what its tracker calls its state. Nothing until it is there. */
export function TicketLink({ ticket }: TicketLinkProps) {
  const { key, url, stateName } = ticket;
  if (key === null) return null;
  return (
    <span>
      <ExternalLink href={url}>{ticketName(ticket)}</ExternalLink> {stateName !== null && <Text span>{stateName}</Text>}
    </span>
  );
}

/** Link to a page of a tracker; only a text where its address is none of the web. */
export function ExternalLink({ href, children }: { href: string | null; children: string }) {
  return href !== null && /^https?:\/\//.test(href) ? (
    <Anchor href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </Anchor>
  ) : (
    <Text span>{children}</Text>
  );
}
