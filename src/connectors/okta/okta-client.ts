import { z } from 'zod';
import { ApiClient, type ApiDialect } from '../rest/api-client.js';
import type { SystemContext } from '../connector.js';
import { RestClient } from '../rest/rest-client.js';
import type { OktaSettings } from './okta-settings.js';
import { oktaCredentials } from './okta-token.js';

/** Name of the system in messages. */
export const OKTA = 'Okta';

const ErrorBody = z.object({ errorCode: z.string() });

/** Dialect of Okta's Management API: lists are arrays, the next page is in the header `Link` (RFC 8288). */
const DIALECT: ApiDialect = {
  system: OKTA,
  itemsOf: (body) => body,
  nextOf: ({ header }) => /<([^<>]+)>\s*;\s*rel="?next"?/.exec(header('link') ?? '')?.[1] ?? null,
  codeOf: (body) => ErrorBody.safeParse(body).data?.errorCode ?? null,
  isLockedOut: ({ status }) => status === 401,
};

/**
 * Client of an organization's Management API, with an API token or as a service app. Not Okta's own SDK for Node.js (8.1):
 * it accepts our network, but knows nothing of automations (policies of the type USER_LIFECYCLE), no signal ends its waits
 * at a rate limit, and it brings 15 packages and 25 MB for the nine paths that are read.
 * @throws {ConnectionLost} where the settings hold no credentials
 */
export function oktaClient(
  settings: OktaSettings,
  { network, clock, signal, timeLimits }: Omit<SystemContext, 'config'>,
): ApiClient {
  const rest = new RestClient({ network, clock, signal, timeLimits, isTokenRefused: DIALECT.isLockedOut });
  const { origin } = new URL(settings.org_url);
  return new ApiClient({ rest, origin, dialect: DIALECT, credentials: oktaCredentials(settings, rest, clock) });
}
