import { lookup, Resolver } from 'node:dns/promises';

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Resolves all addresses of a name; empty for none or an error. Never rejects. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Queries the name servers directly: without the hosts file and search domains, which have private names, and without
 * the few threads that a lookup of the system would block while a name server is silent.
 */
export const resolvePublicName: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/**
 * Resolves like other programs on this machine, including the hosts file. For networks that allow private addresses.
 */
export const resolveLocalName: ResolveName = async (name) => {
  try {
    return (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);
  } catch {
    return [];
  }
};
