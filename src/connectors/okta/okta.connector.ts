import { z } from 'zod';
import type { CollectContext, Collected, Connector, ProbeContext, SystemContext } from '../connector.js';
import { GapLog } from '../rest/gap-log.js';
import { collectParts, probeParts, type Part, type PartedSystem } from '../rest/parts.js';
import { RestApi, type Dialect } from '../rest/api-client.js';
import { RestClient } from '../rest/rest-client.js';
import type { Settings } from '../settings.js';
import { oktaCredentials } from './okta-token.js';
import { oktaParts } from './okta-collect.js';
import { grantFor, OKTA_PERMISSIONS } from './okta-permissions.js';
import { oktaSettings } from './okta-settings.js';

const SYSTEM = 'Okta';

const ErrorAnswer = z.object({ errorCode: z.string() });

/** Okta's Management API: lists are arrays, the next page stands in the header `Link` (RFC 8288). */
const DIALECT: Dialect = {
  system: SYSTEM,
  itemsOf: (body) => body,
  nextOf: ({ header }) => /<([^<>]+)>\s*;\s*rel="?next"?/.exec(header('link') ?? '')?.[1] ?? null,
  codeOf: (body) => ErrorAnswer.safeParse(body).data?.errorCode ?? null,
  isLockedOut: ({ status }) => status === 401,
};

/**
 * Reads an Okta organization over its Management API, with an API token or as a service app. Not by Okta's own SDK for Node.js
 * (8.1): it could be given our network, but it knows nothing of automations (policies of the type USER_LIFECYCLE), no signal ends
 * its waits at a limit, and it brings 15 packages and 25 MB for the nine addresses that are read here.
 */
export class OktaConnector implements Connector {
  readonly type = 'okta';
  readonly title = 'Okta';
  readonly description =
    'Reads password, session and authentication policies, sign-in pages, log streams and automations of an Okta organization.';
  readonly settings: Settings;
  readonly permissions = OKTA_PERMISSIONS;
  readonly acceptsReports = false;
  private readonly checked: ReturnType<typeof oktaSettings>;

  /** @param allowsHttp lets the organization be at an `http:` address; for tests @default false */
  constructor({ allowsHttp = false }: { allowsHttp?: boolean } = {}) {
    this.checked = oktaSettings({ allowsHttp });
    this.settings = this.checked;
  }

  async probe(ctx: ProbeContext): Promise<string[]> {
    const { parts, organization } = this.open(ctx);
    return probeParts(parts, organization);
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const { parts, organization } = this.open(ctx);
    yield* collectParts(parts, organization);
  }

  private open({ config, network, clock, signal }: SystemContext): {
    parts: Part[];
    organization: PartedSystem;
  } {
    const settings = this.checked.parse(config);
    const client = new RestClient({ network, clock, signal, isTokenRefused: DIALECT.isLockedOut });
    const credentials = oktaCredentials(settings, client, clock);
    const { origin, hostname: account } = new URL(settings.org_url);
    const api = new RestApi({ client, origin, dialect: DIALECT, credentials });
    const isServiceApp = settings.api_token === undefined;
    const organization: PartedSystem = {
      api,
      gaps: new GapLog(),
      name: SYSTEM,
      account,
      grantFor: (path) => grantFor(path, { isServiceApp }),
    };
    return { organization, parts: oktaParts(organization) };
  }
}
