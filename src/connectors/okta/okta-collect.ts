import type { z } from 'zod';
import { redact } from '../redact.js';
import type { Resource } from '../resource.js';
import { gapOf, reasonOf, type Part, type PartedSystem } from '../rest/parts.js';
import { RestError } from '../rest/rest-error.js';
import * as answers from './okta-schemas.js';
import { SUPER_ADMINISTRATOR } from './okta-permissions.js';
import * as rules from './okta.rules.js';

/** What the connector reads, part by part. */
export function oktaParts(organization: PartedSystem): Part[] {
  return [
    passwordPolicies(organization),
    sessionPolicies(organization),
    builtInApplications(organization),
    brands(organization),
    systemLog(organization),
    lifecycle(organization),
  ];
}

function passwordPolicies(organization: PartedSystem): Part {
  const path = '/api/v1/policies?type=PASSWORD';
  return {
    title: 'the password policies',
    resourceTypes: ['OktaPasswordPolicy'],
    tries: [path],
    async *read() {
      for await (const policy of organization.api.list(path, answers.PasswordPolicy)) {
        yield resource(organization, 'OktaPasswordPolicy', policy, rules.passwordPolicy(policy));
      }
    },
  };
}

function sessionPolicies(organization: PartedSystem): Part {
  const path = '/api/v1/policies?type=OKTA_SIGN_ON';
  return {
    title: 'the global session policies',
    resourceTypes: ['OktaGlobalSessionPolicy'],
    tries: [path],
    async *read() {
      for await (const policy of organization.api.list(path, answers.Policy)) {
        const own = await rulesOf(organization, policy.id, answers.SessionRule);
        yield resource(organization, 'OktaGlobalSessionPolicy', policy, rules.sessionPolicy(policy, own));
      }
    },
  };
}

/** Okta's word for its Admin Console. */
const ADMIN_CONSOLE = 'saasure';
const DASHBOARD = 'okta_enduser';

/** Okta leaves out what the role may not see, instead of refusing. */
const HIDDEN_CONSOLE = `Okta does not show its Admin Console: grant ${SUPER_ADMINISTRATOR}.`;

function builtInApplications(organization: PartedSystem): Part {
  const path = (name: string) => `/api/v1/apps?${new URLSearchParams({ filter: `name eq "${name}"` }).toString()}`;
  const part: Part = {
    title: 'the Admin Console and its authentication policy',
    resourceTypes: ['OktaBuiltInApplication'],
    tries: [path(ADMIN_CONSOLE)],
    missing: (answer) => (Array.isArray(answer) && answer.length === 0 ? HIDDEN_CONSOLE : null),
    async *read() {
      for (const name of [ADMIN_CONSOLE, DASHBOARD]) {
        const [application] = await organization.api.all(path(name), answers.Application);
        if (application) {
          const shown = { id: application.id, name: application.label ?? name };
          const policy = await authenticationPolicy(organization, application);
          yield resource(organization, 'OktaBuiltInApplication', shown, rules.builtInApplication(application, policy));
        } else if (name === ADMIN_CONSOLE) {
          organization.gaps.note(gapOf(part, organization, HIDDEN_CONSOLE));
        }
      }
    },
  };
  return part;
}

async function authenticationPolicy(organization: PartedSystem, application: z.infer<typeof answers.Application>) {
  const id = rules.authenticationPolicyId(application);
  return id === null ? null : { id, rules: await rulesOf(organization, id, answers.AuthenticationRule) };
}

/** Of a name in a message. */
const NAME_CHARACTERS_MAX = 100;

function brands(organization: PartedSystem): Part {
  const part: Part = {
    title: 'the sign-in pages of the brands',
    resourceTypes: ['OktaBrand'],
    tries: ['/api/v1/brands?limit=1'],
    async *read() {
      for await (const brand of organization.api.list('/api/v1/brands?limit=100', answers.Brand)) {
        try {
          yield resource(organization, 'OktaBrand', brand, rules.brand(await signInPage(organization, brand.id)));
        } catch (err) {
          const title = `the sign-in page of the brand ${redact(brand.name, NAME_CHARACTERS_MAX)}`;
          organization.gaps.note(gapOf(part, organization, reasonOf(err, title, organization)));
        }
      }
    },
  };
  return part;
}

function systemLog(organization: PartedSystem): Part {
  return {
    title: 'the log streams',
    resourceTypes: ['OktaSystemLog'],
    tries: ['/api/v1/logStreams?limit=1'],
    async *read() {
      const streams = await organization.api.all('/api/v1/logStreams?limit=100', answers.LogStream);
      const shown = { id: `${organization.account}/system-log`, name: 'System Log' };
      yield resource(organization, 'OktaSystemLog', shown, { streams });
    },
  };
}

function lifecycle(organization: PartedSystem): Part {
  const path = '/api/v1/policies?type=USER_LIFECYCLE';
  return {
    title: 'the automations on users and the directories they come from',
    resourceTypes: ['OktaUserLifecycle'],
    tries: [path, '/api/v1/idps?limit=1'],
    async *read() {
      const { api, account } = organization;
      const providers = await api.all('/api/v1/idps?limit=100', answers.IdentityProvider);
      const external = providers.filter(rules.isExternalDirectory).map(({ name }) => name);
      const automations = await api.whole(path, automationsOf(organization, path));
      const shown = { id: `${account}/lifecycle`, name: 'user lifecycle' };
      yield resource(organization, 'OktaUserLifecycle', shown, { automations, external_directories: external });
    },
  };
}

async function* automationsOf(organization: PartedSystem, path: string) {
  for await (const policy of organization.api.list(path, answers.LifecyclePolicy)) {
    yield* rules.automations(policy, await rulesOf(organization, policy.id, answers.LifecycleRule));
  }
}

function rulesOf<T>({ api }: PartedSystem, policyId: string, shape: z.ZodType<T>): Promise<T[]> {
  return api.all(`/api/v1/policies/${encodeURIComponent(policyId)}/rules?limit=100`, shape);
}

/** The edited page of a brand; Okta's own where nobody has edited it. */
async function signInPage(
  { api }: PartedSystem,
  brandId: string,
): Promise<{ pageContent: string; isCustomized: boolean }> {
  const pages = `/api/v1/brands/${encodeURIComponent(brandId)}/pages/sign-in`;
  try {
    return { ...(await api.get(`${pages}/customized`, answers.SignInPage)), isCustomized: true };
  } catch (err) {
    if (!(err instanceof RestError && err.status === 404)) throw err;
    return { ...(await api.get(`${pages}/default`, answers.SignInPage)), isCustomized: false };
  }
}

function resource(
  { account }: PartedSystem,
  type: string,
  { id, name }: { id: string; name: string },
  properties: Record<string, unknown>,
): Resource {
  return { type, id, name, region: null, account, properties };
}
