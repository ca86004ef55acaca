import { AppError } from '../platform/errors.js';
import type { Connector, ProbeContext } from './connector.js';
import { shownFacts, type IdentityFact } from './identity.js';

/** Outcome of a connection test. */
export interface Probed {
  /** Why nothing could be tested: a lost connection, refused credentials, no answer in time; null where something answered. */
  failure: { code: string; message: string } | null;
  /** Problems that a scan would meet, each a sentence; the failure is the only one where there is one. */
  problems: string[];
  /** Whom it reached; empty where nothing answered, and for scanners whose reports are imported. */
  identity: IdentityFact[];
}

/** Tests a connection. An error for the user, and no answer until the signal aborts, are failures. */
export async function probed(connector: Pick<Connector, 'probe'>, ctx: ProbeContext): Promise<Probed> {
  const identity: IdentityFact[] = [];
  try {
    const problems = await connector.probe({ ...ctx, reached: (facts) => identity.push(...facts) });
    return { failure: null, problems, identity: shownFacts(identity) };
  } catch (err) {
    if (err instanceof AppError) return failed(err.code, err.message);
    if (ctx.signal.aborted) return failed('UNAVAILABLE', 'The system did not answer in the time of a test.');
    throw err;
  }
}

/** The problems that a test finds. */
export async function problemsOf(connector: Pick<Connector, 'probe'>, ctx: ProbeContext): Promise<string[]> {
  return (await probed(connector, ctx)).problems;
}

const failed = (code: string, message: string): Probed => ({
  failure: { code, message },
  problems: [message],
  identity: [],
});
