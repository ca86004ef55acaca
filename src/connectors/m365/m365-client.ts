import { z } from 'zod';
import type { SystemContext } from '../connector.js';
import { ApiClient, type ApiDialect } from '../rest/api-client.js';
import { RestClient } from '../rest/rest-client.js';
import { TokenCache } from '../rest/token-cache.js';
import type { CloudOrigins, M365Settings } from './m365-settings.js';
import { m365Token } from './m365-token.js';

/** Name of the system in messages. */
export const GRAPH = 'Microsoft Graph';

const Page = z.object({ value: z.unknown(), '@odata.nextLink': z.string().nullish() });
const ErrorBody = z.object({ error: z.object({ code: z.string() }) });

/** Dialect of Microsoft Graph: lists are in `value`, the URL of the next page beside it. */
const DIALECT: ApiDialect = {
  system: GRAPH,
  itemsOf: (body) => Page.safeParse(body).data?.value,
  nextOf: ({ body }) => Page.safeParse(body).data?.['@odata.nextLink'] ?? null,
  codeOf,
  // Intune answers 401 with codes of its own where it lacks a licence or a permission; the token is still valid.
  isLockedOut: ({ status, body }) => status === 401 && [null, 'InvalidAuthenticationToken'].includes(codeOf(body)),
};

function codeOf(body: unknown): string | null {
  return ErrorBody.safeParse(body).data?.error.code ?? null;
}

/** Client of Microsoft Graph for one tenant, as an app. */
export function m365Client(
  settings: M365Settings,
  origins: CloudOrigins,
  { network, clock, signal, timeLimits }: Omit<SystemContext, 'config'>,
): ApiClient {
  const rest = new RestClient({ network, clock, signal, timeLimits, isTokenRefused: DIALECT.isLockedOut });
  const token = () => m365Token({ rest, now: clock.now(), settings, origins });
  return new ApiClient({ rest, origin: origins.graph, dialect: DIALECT, credentials: new TokenCache(token, clock) });
}
