import type { Org } from './okta-server.js';

const NOTICE = `<html><body><p>You are accessing a <b>U.S.&nbsp;Government</b> (USG)
  Information System (IS) that is provided for USG-authorized use only.</p>
  <p>Communications using this system are subject to monitoring.</p></body></html>`;

/** A small organization as Okta's responses. Its verdicts are worked out in the tests beside it. */
export function smallOrg(): Org {
  return {
    '/api/v1/policies?PASSWORD': [
      passwordPolicy('00p1', { name: 'Default Policy', system: true, minLength: 8, maxAttempts: 10 }),
      passwordPolicy('00p2', { name: 'Staff', minLength: 16, maxAttempts: 3 }),
      passwordPolicy('00p3', { name: 'Old', status: 'INACTIVE', minLength: 4, maxAttempts: 0 }),
    ],
    '/api/v1/policies?OKTA_SIGN_ON': [
      { id: '00s1', name: 'Staff', status: 'ACTIVE', priority: 1, system: false, type: 'OKTA_SIGN_ON' },
    ],
    '/api/v1/policies/00s1/rules': [
      sessionRule('0pr2', { name: 'Default Rule', priority: 2, system: true, idleMinutes: 120 }),
      sessionRule('0pr1', { name: 'Quick', priority: 1, system: false, idleMinutes: 15 }),
    ],
    '/api/v1/apps?name eq "saasure"': [
      {
        id: '0oaconsole',
        name: 'saasure',
        label: 'Okta Admin Console',
        status: 'ACTIVE',
        _links: { accessPolicy: { href: 'https://example.okta.com/api/v1/policies/rst1' } },
      },
    ],
    '/api/v1/apps?name eq "okta_enduser"': [
      { id: '0oadashboard', name: 'okta_enduser', label: 'Okta Dashboard', status: 'ACTIVE', _links: {} },
    ],
    '/api/v1/policies/rst1/rules': [
      {
        id: 'rul3',
        name: 'Catch-all Rule',
        status: 'ACTIVE',
        priority: 99,
        system: true,
        actions: { appSignOn: { access: 'DENY' } },
      },
      accessRule('rul1', { name: 'Switched off', status: 'INACTIVE', priority: 0, isResistant: false }),
      accessRule('rul2', { name: 'Administrators', priority: 1, isResistant: true }),
    ],
    '/api/v1/brands': [
      { id: 'bnd1', name: 'Agency' },
      { id: 'bnd2', name: 'Plain' },
    ],
    '/api/v1/brands/bnd1/pages/sign-in/customized': { pageContent: NOTICE, widgetVersion: '*' },
    '/api/v1/brands/bnd2/pages/sign-in/default': { pageContent: '<html>{{{SignInWidget}}}</html>', widgetVersion: '*' },
    '/api/v1/logStreams': [
      {
        id: '0oalog',
        name: 'siem',
        type: 'aws_eventbridge',
        status: 'ACTIVE',
        settings: { accountId: '123456789012' },
      },
    ],
    '/api/v1/policies?USER_LIFECYCLE': [
      {
        id: '00a1',
        name: 'Idle people',
        status: 'ACTIVE',
        system: false,
        conditions: {
          people: { users: { inactivity: { number: 30, unit: 'DAYS' } }, groups: { include: ['00g1', '00g2'] } },
        },
      },
    ],
    '/api/v1/policies/00a1/rules': [
      {
        id: '0pra',
        name: 'Suspend',
        status: 'ACTIVE',
        conditions: {},
        actions: { updateUserLifecycle: { targetStatus: 'SUSPENDED' } },
      },
    ],
    '/api/v1/idps': [
      { id: '0oai1', name: 'Partner', type: 'SAML2', status: 'ACTIVE' },
      { id: '0oai2', name: 'Old directory', type: 'ACTIVE_DIRECTORY', status: 'INACTIVE' },
    ],
  };
}

function passwordPolicy(
  id: string,
  {
    name,
    minLength,
    maxAttempts,
    status = 'ACTIVE',
    system = false,
  }: { name: string; minLength: number; maxAttempts: number; status?: string; system?: boolean },
) {
  return {
    id,
    name,
    status,
    system,
    priority: 1,
    type: 'PASSWORD',
    settings: {
      password: {
        complexity: { minLength, minLowerCase: 1 },
        age: { maxAgeDays: 0, historyCount: 4 },
        lockout: { maxAttempts, autoUnlockMinutes: 0 },
      },
    },
  };
}

function sessionRule(
  id: string,
  { name, priority, system, idleMinutes }: { name: string; priority: number; system: boolean; idleMinutes: number },
) {
  const session = { usePersistentCookie: false, maxSessionIdleMinutes: idleMinutes, maxSessionLifetimeMinutes: 720 };
  return { id, name, status: 'ACTIVE', priority, system, actions: { signon: { access: 'ALLOW', session } } };
}

function accessRule(
  id: string,
  {
    name,
    priority,
    isResistant,
    status = 'ACTIVE',
  }: { name: string; priority: number; isResistant: boolean; status?: string },
) {
  const constraints = isResistant
    ? [{ knowledge: { types: ['password'] } }, { possession: { phishingResistant: 'REQUIRED' } }]
    : [];
  const verificationMethod = { type: 'ASSURANCE', factorMode: '2FA', constraints };
  return { id, name, status, priority, system: false, actions: { appSignOn: { access: 'ALLOW', verificationMethod } } };
}
