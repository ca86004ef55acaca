import type { CollectContext, Collected, Connector, ProbeContext, SystemContext } from '../connector.js';
import { GapLog } from '../rest/gap-log.js';
import { collectParts, probeParts, type PartScope } from '../rest/parts.js';
import type { Settings } from '../settings.js';
import { OKTA, oktaClient } from './okta-client.js';
import { oktaParts } from './okta-collect.js';
import { grantFor, OKTA_PERMISSIONS } from './okta-permissions.js';
import { oktaSettings } from './okta-settings.js';

/** Reads an Okta organization over its Management API. */
export class OktaConnector implements Connector {
  readonly type = 'okta';
  readonly title = 'Okta';
  readonly description =
    'Reads password, session and authentication policies, sign-in pages, log streams and automations of an Okta organization.';
  readonly settings: Settings;
  readonly permissions = OKTA_PERMISSIONS;
  readonly acceptsReports = false;
  private readonly schema: ReturnType<typeof oktaSettings>;

  /** @param allowsHttp lets the organization have an `http:` address; for tests @default false */
  constructor({ allowsHttp = false }: { allowsHttp?: boolean } = {}) {
    this.schema = oktaSettings({ allowsHttp });
    this.settings = this.schema;
  }

  async probe(ctx: ProbeContext): Promise<string[]> {
    const scope = this.scope(ctx);
    const problems = await probeParts(oktaParts(scope), scope);
    ctx.reached?.([{ kind: 'organization', value: scope.account }]);
    return problems;
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const scope = this.scope(ctx);
    yield* collectParts(oktaParts(scope), scope);
  }

  private scope({ config, ...system }: SystemContext): PartScope {
    const settings = this.schema.parse(config);
    const isServiceApp = settings.api_token === undefined;
    return {
      client: oktaClient(settings, system),
      gaps: new GapLog(),
      name: OKTA,
      account: new URL(settings.org_url).hostname,
      grantFor: (path) => grantFor(path, { isServiceApp }),
    };
  }
}
