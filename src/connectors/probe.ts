import { AppError } from '../platform/errors.js';
import type { Connector, ProbeContext } from './connector.js';

/**
 * Problems that a scan would meet, as the connector's probe finds them, each a sentence. An error for the user (a lost
 * connection, before anything could be tested) is the only problem then.
 */
export async function problemsOf(connector: Pick<Connector, 'probe'>, ctx: ProbeContext): Promise<string[]> {
  try {
    return await connector.probe(ctx);
  } catch (err) {
    if (err instanceof AppError) return [err.message];
    throw err;
  }
}
