import { isIP } from 'node:net';
import type { z } from 'zod';
import { isLoopback } from '../platform/loopback.rules.js';

/** Settings that depend on others. */
interface Settings {
  DEMO?: 'on' | 'off' | 'without-history' | undefined;
  PUBLIC_URL?: string | undefined;
  AWS_INTEGRATION_ENDPOINT?: string | undefined;
  INTEGRATION_ALLOW_PRIVATE: boolean;
  DATABASE_URL?: string | undefined;
  DATABASE_POOLER_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** Reports settings that do not go together, each under its own name. */
export function checkTogether(settings: Settings, ctx: z.RefinementCtx<Settings>): void {
  const refuse = (name: keyof Settings, message: string) => ctx.addIssue({ code: 'custom', path: [name], message });
  if ((settings.DEMO ?? 'off') !== 'off' && isServed(settings.PUBLIC_URL)) {
    refuse('DEMO', 'must be off where PUBLIC_URL is https: the accounts of a demo are for trying');
  }
  const { AWS_INTEGRATION_ENDPOINT: endpoint } = settings;
  if (endpoint !== undefined && !settings.INTEGRATION_ALLOW_PRIVATE) {
    refuse('AWS_INTEGRATION_ENDPOINT', 'is for emulators: it needs INTEGRATION_ALLOW_PRIVATE');
  }
  if (endpoint !== undefined && isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')) !== 0) {
    refuse('AWS_INTEGRATION_ENDPOINT', 'needs a name (localhost), for S3 Control puts the account before it');
  }
  for (const name of ['DATABASE_POOLER_URL', 'DATABASE_READ_URL'] as const) {
    const address = settings[name];
    if (address === undefined) continue;
    if (settings.DATABASE_URL === undefined) refuse(name, 'needs DATABASE_URL, which leads to the database itself');
    if (new URL(address).username !== '') refuse(name, "must not have a user: the service's own role uses it");
  }
  if (settings.S3_BUCKET === undefined) return;
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (settings[name] === undefined) refuse(name, 'is needed for S3_BUCKET');
  }
}

/** Whether an address is https at another name than that of this machine: somebody's real service. */
function isServed(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !isLoopback(hostname);
}
