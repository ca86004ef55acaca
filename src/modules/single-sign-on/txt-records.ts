import { Resolver } from 'node:dns/promises';
import { AppError } from '../../platform/errors.js';
import { outsideTurn } from '../../platform/outside-turn.js';

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Codes of Node.js for answers that say that there is no record; any other is a failure of the question. */
const NO_RECORD = ['ENODATA', 'ENOTFOUND'];

/** TXT records of a name, each as one text; empty for none, null where no name server answered. */
export type ResolveTxt = (name: string) => Promise<string[] | null>;

/**
 * Asks name servers for TXT records.
 * @param servers addresses with optional ports; null for those of the machine
 */
export function txtResolver(servers: readonly string[] | null): ResolveTxt {
  return async (name) => {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
    if (servers !== null) resolver.setServers(servers);
    try {
      const records = await outsideTurn(() => resolver.resolveTxt(name));
      return records.map((parts) => parts.join(''));
    } catch (err) {
      // It was not asked: too much waits.
      if (err instanceof AppError) throw err;
      return NO_RECORD.includes((err as { code?: string }).code ?? '') ? [] : null;
    }
  };
}
