import { AppError } from '../platform/errors.js';
import type { Connector, ProbeContext } from './connector.js';

/**
 * What is in the way of a scan, as the connector finds it, each in a sentence. What it throws for the user (a connection
 * that is lost, before it could look at anything) is the one problem then.
 */
export async function problemsOf(connector: Pick<Connector, 'probe'>, ctx: ProbeContext): Promise<string[]> {
  try {
    return await connector.probe(ctx);
  } catch (err) {
    if (err instanceof AppError) return [err.message];
    throw err;
  }
}
