import { lookup, Resolver } from 'node:dns/promises';

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Gives every address of a name; none where there are none or nobody could tell. Never rejects. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Asks the name servers themselves: no hosts file and no search domains, which know names that are private, and none of the
 * few threads that a lookup of the system would hold while a name server is silent.
 */
export const resolvePublicName: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** As every program on this machine would: where private addresses may be called, the hosts file counts. */
export const resolveLocalName: ResolveName = async (name) => {
  try {
    return (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);
  } catch {
    return [];
  }
};
