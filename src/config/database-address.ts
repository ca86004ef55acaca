import { z } from 'zod';
import { withHosts } from '../platform/database/hosts.rules.js';
import { encryptedAddress } from './encrypted-address.rules.js';

/**
 * A connection URL of PostgreSQL, which may name several hosts; TLS is asked for unless every host is this machine. What it becomes can be
 * parsed by `URL`.
 */
export const databaseAddress = z.string().transform((address, ctx) => {
  try {
    const url = withHosts(encryptedAddress(address));
    if (/^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
    ctx.addIssue({ code: 'custom', message: 'must begin with postgres://' });
  } catch (err) {
    // The address may have a password: an error of `URL` has it in full.
    const isOurs = err instanceof Error && !('input' in err);
    ctx.addIssue({ code: 'custom', message: isOurs ? err.message : 'Invalid URL' });
  }
  return z.NEVER;
});
