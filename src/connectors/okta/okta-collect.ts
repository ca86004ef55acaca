import type { z } from 'zod';
import { redact } from '../redact.js';
import type { Resource } from '../resource.js';
import { gapOf, reasonOf, type Part, type PartScope } from '../rest/parts.js';
import { RestError } from '../rest/rest-error.js';
import * as schemas from './okta-schemas.js';
import { SUPER_ADMINISTRATOR } from './okta-permissions.js';
import * as rules from './okta.rules.js';

/** Parts of an organization, in the order in which they are collected. */
export function oktaParts(scope: PartScope): Part[] {
  return [
    passwordPolicies(scope),
    sessionPolicies(scope),
    builtInApplications(scope),
    brands(scope),
    systemLog(scope),
    lifecycle(scope),
  ];
}

function passwordPolicies(scope: PartScope): Part {
  const path = '/api/v1/policies?type=PASSWORD';
  return {
    title: 'the password policies',
    resourceTypes: ['OktaPasswordPolicy'],
    probePaths: [path],
    async *read() {
      for await (const policy of scope.client.list(path, schemas.PasswordPolicy)) {
        yield resource(scope, 'OktaPasswordPolicy', policy, rules.passwordPolicy(policy));
      }
    },
  };
}

function sessionPolicies(scope: PartScope): Part {
  const path = '/api/v1/policies?type=OKTA_SIGN_ON';
  return {
    title: 'the global session policies',
    resourceTypes: ['OktaGlobalSessionPolicy'],
    probePaths: [path],
    async *read() {
      for await (const policy of scope.client.list(path, schemas.Policy)) {
        const own = await rulesOf(scope, policy.id, schemas.SessionRule);
        yield resource(scope, 'OktaGlobalSessionPolicy', policy, rules.sessionPolicy(policy, own));
      }
    },
  };
}

/** Name of the Admin Console in Okta's API. */
const ADMIN_CONSOLE = 'saasure';
const DASHBOARD = 'okta_enduser';

/** Gap for Okta's Admin Console: Okta omits what the role may not see instead of refusing. */
const HIDDEN_CONSOLE = `Okta does not show its Admin Console: grant ${SUPER_ADMINISTRATOR}.`;

function builtInApplications(scope: PartScope): Part {
  const path = (name: string) => `/api/v1/apps?${new URLSearchParams({ filter: `name eq "${name}"` }).toString()}`;
  const part: Part = {
    title: 'the Admin Console and its authentication policy',
    resourceTypes: ['OktaBuiltInApplication'],
    probePaths: [path(ADMIN_CONSOLE)],
    missing: (answer) => (Array.isArray(answer) && answer.length === 0 ? HIDDEN_CONSOLE : null),
    async *read() {
      for (const name of [ADMIN_CONSOLE, DASHBOARD]) {
        const [application] = await scope.client.all(path(name), schemas.Application);
        if (application) {
          const shown = { id: application.id, name: application.label ?? name };
          const policy = await authenticationPolicy(scope, application);
          yield resource(scope, 'OktaBuiltInApplication', shown, rules.builtInApplication(application, policy));
        } else if (name === ADMIN_CONSOLE) {
          scope.gaps.note(gapOf(part, scope, HIDDEN_CONSOLE));
        }
      }
    },
  };
  return part;
}

async function authenticationPolicy(scope: PartScope, application: z.infer<typeof schemas.Application>) {
  const id = rules.authenticationPolicyId(application);
  return id === null ? null : { id, rules: await rulesOf(scope, id, schemas.AuthenticationRule) };
}

/** Limit of a name in a message. */
const NAME_CHARACTERS_MAX = 100;

function brands(scope: PartScope): Part {
  const part: Part = {
    title: 'the sign-in pages of the brands',
    resourceTypes: ['OktaBrand'],
    probePaths: ['/api/v1/brands?limit=1'],
    async *read() {
      for await (const brand of scope.client.list('/api/v1/brands?limit=100', schemas.Brand)) {
        try {
          yield resource(scope, 'OktaBrand', brand, rules.brand(await signInPage(scope, brand.id)));
        } catch (err) {
          const title = `the sign-in page of the brand ${redact(brand.name, NAME_CHARACTERS_MAX)}`;
          scope.gaps.note(gapOf(part, scope, reasonOf(err, title, scope)));
        }
      }
    },
  };
  return part;
}

function systemLog(scope: PartScope): Part {
  return {
    title: 'the log streams',
    resourceTypes: ['OktaSystemLog'],
    probePaths: ['/api/v1/logStreams?limit=1'],
    async *read() {
      const streams = await scope.client.all('/api/v1/logStreams?limit=100', schemas.LogStream);
      const shown = { id: `${scope.account}/system-log`, name: 'System Log' };
      yield resource(scope, 'OktaSystemLog', shown, { streams });
    },
  };
}

/** Statuses with which Okta answers for a type of policy that it does not know, or not any more. */
const UNKNOWN_TYPE: readonly (number | null)[] = [400, 404];

/** Okta returns automations as policies of a type that its reference does not name: it may be gone at any time. */
function lifecycle(scope: PartScope): Part {
  const path = '/api/v1/policies?type=USER_LIFECYCLE';
  return {
    title: 'the automations on users and the directories they come from',
    resourceTypes: ['OktaUserLifecycle'],
    probePaths: [path, '/api/v1/idps?limit=1'],
    explain: (err) =>
      err.path.startsWith('/api/v1/policies') && UNKNOWN_TYPE.includes(err.status)
        ? `Okta does not document how automations are read (policies of the type USER_LIFECYCLE), and answered ${String(err.status)}: whether accounts without use are suspended could not be looked at. No permission changes that.`
        : null,
    async *read() {
      const { client, account } = scope;
      const providers = await client.all('/api/v1/idps?limit=100', schemas.IdentityProvider);
      const external = providers.filter(rules.isExternalDirectory).map(({ name }) => name);
      const automations = await client.whole(path, automationsOf(scope, path));
      const shown = { id: `${account}/lifecycle`, name: 'user lifecycle' };
      yield resource(scope, 'OktaUserLifecycle', shown, { automations, external_directories: external });
    },
  };
}

async function* automationsOf(scope: PartScope, path: string) {
  for await (const policy of scope.client.list(path, schemas.LifecyclePolicy)) {
    yield* rules.automations(policy, await rulesOf(scope, policy.id, schemas.LifecycleRule));
  }
}

function rulesOf<T>({ client }: PartScope, policyId: string, schema: z.ZodType<T>): Promise<T[]> {
  return client.all(`/api/v1/policies/${encodeURIComponent(policyId)}/rules?limit=100`, schema);
}

/** The customized sign-in page of a brand; Okta's default if there is none. */
async function signInPage(
  { client }: PartScope,
  brandId: string,
): Promise<{ pageContent: string; isCustomized: boolean }> {
  const pages = `/api/v1/brands/${encodeURIComponent(brandId)}/pages/sign-in`;
  try {
    return { ...(await client.get(`${pages}/customized`, schemas.SignInPage)), isCustomized: true };
  } catch (err) {
    if (!(err instanceof RestError && err.status === 404)) throw err;
    return { ...(await client.get(`${pages}/default`, schemas.SignInPage)), isCustomized: false };
  }
}

function resource(
  { account }: PartScope,
  type: string,
  { id, name }: { id: string; name: string },
  properties: Record<string, unknown>,
): Resource {
  return { type, id, name, region: null, account, properties };
}
