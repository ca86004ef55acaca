import { isIP } from 'node:net';

/** Name servers of a setting, comma-separated; null for none. */
export function nameServersOf(text: string): string[] | null {
  const servers = text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  return servers.length === 0 ? null : servers;
}

/** Whether every part of a setting is a name server. */
export function areNameServers(text: string): boolean {
  return (nameServersOf(text) ?? []).every(isNameServer);
}

/** Whether a text is an address with an optional port, in brackets where an IPv6 one has a port. */
function isNameServer(text: string): boolean {
  const [, host = text] = /^\[?([^\]]+?)\]?(?::\d{1,5})?$/.exec(text) ?? [];
  return isIP(text) !== 0 || isIP(host) !== 0;
}
