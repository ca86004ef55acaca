import { Anchor, Text } from '@mantine/core';

interface TicketLinkProps {
  ticket: { key: string | null; url: string | null; stateName: string | null };
}

/** Key of a ticket with a link to its page, and what its tracker calls its state. Nothing until it is there. */
export function TicketLink({ ticket: { key, url, stateName } }: TicketLinkProps) {
  if (key === null) return null;
  const name = /^\d/.test(key) ? `#${key}` : key;
  return (
    <span>
      <ExternalLink href={url}>{name}</ExternalLink> {stateName !== null && <Text span>{stateName}</Text>}
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
