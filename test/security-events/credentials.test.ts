import { describe, expect, it } from 'vitest';
import { SECRET_PREFIXES, type SecretKind } from '../../src/modules/api-keys/api-key.rules.js';
import {
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
} from '../../src/modules/security-events/security-event-kinds.js';
import type { TokenPurpose } from '../../src/platform/crypto/tokens.js';
import { cellsOf } from '../docs/data-page.js';

/** Why there is no event. */
interface Reason {
  none: string;
}

/** Events of a credential: when it is created, and when it is used from an address from which it was never used. */
interface Events {
  created: SecurityEventKind | Reason;
  usedFromNewAddress: SecurityEventKind | Reason;
}

const AT_EACH_LOGIN = 'every log-in with it is login.succeeded or login.failed, with the address';
const SESSION: Events = {
  created: 'session.opened',
  usedFromNewAddress: {
    none: 'people move between networks all day; a session lasts a day, lists its address, and a stolen cookie is session.token_reused',
  },
};
const ONE_USE = 'works once, within hours; what it opens is a session';

/** Bearer secrets that live longer than a session, by the kind of their prefix. */
const BEARERS: Record<SecretKind, Events & { column: string }> = {
  api_key: {
    ...{ created: 'api_key.created', usedFromNewAddress: 'api_key.used_from_new_address' },
    column: 'api_keys.hash',
  },
  scim_token: {
    ...{ created: 'scim_token.created', usedFromNewAddress: 'scim_token.used_from_new_address' },
    column: 'scim_tokens.hash',
  },
  // The secret opens nothing but a token of 15 minutes: each exchange is an event with the address, known or new.
  auditor_link: {
    ...{ created: 'auditor_link.created', usedFromNewAddress: 'auditor_link.opened' },
    column: 'auditor_links.hash',
  },
};

/** Signed tokens, which are stored nowhere. */
const TOKENS: Record<TokenPurpose, Events> = {
  access: SESSION,
  auditor: {
    created: 'auditor_link.opened',
    usedFromNewAddress: { none: 'lasts 15 minutes; each view is in the audit trail with the address' },
  },
};

/** Other stored secrets with which somebody shows who they are. */
const OTHERS: Record<string, Events> = {
  'accounts.password_hash': { created: 'password.changed', usedFromNewAddress: { none: AT_EACH_LOGIN } },
  'accounts.mfa_secret': { created: 'mfa.enabled', usedFromNewAddress: { none: AT_EACH_LOGIN } },
  'accounts.recovery_hashes': { created: 'mfa.enabled', usedFromNewAddress: 'mfa.recovery_code_used' },
  'accounts.password_reset_hash': { created: 'password.reset_requested', usedFromNewAddress: 'password.reset' },
  'passkeys.public_key': { created: 'passkey.added', usedFromNewAddress: { none: AT_EACH_LOGIN } },
  'sessions.refresh_family': SESSION,
  'sessions.refresh_hash': SESSION,
  'sessions.refresh_previous': SESSION,
  'invitations.token_hash': {
    created: { none: 'inviting is in the audit trail, and gives nothing before it is accepted' },
    usedFromNewAddress: { none: ONE_USE },
  },
  'invitations.former_hashes': {
    created: { none: 'no longer opens anything' },
    usedFromNewAddress: { none: 'no longer opens anything' },
  },
};

/** Stored secrets that are no credential of a caller, and what they are instead. */
const NO_CREDENTIALS: Record<string, string> = {
  'email_domains.token': 'published in DNS',
  'idempotency_keys.answer': 'a former answer',
  'identity_connections.client_secret': 'shown by the service to a provider',
  'integrations.credentials': 'shown by the service to a system',
  'mails.message': 'a mail that waits',
  'passkey_challenges.challenge_hash': 'a part of one log-in',
  'security_event_destinations.credentials': 'shown by the service to a receiver',
  'sign_on_attempts.outcome': 'a part of one log-in',
  'sign_on_attempts.state_hash': 'a part of one log-in',
  'ticket_trackers.token': 'shown by the service to a tracker',
  'ticket_trackers.hook_secret': 'signs what a tracker reports, which changes tickets alone',
  'used_assertions.assertion_hash': 'a part of one log-in',
  'webhooks.url': 'shown by the service to a receiver',
  'webhooks.secret': 'signs what the service sends',
  'webhooks.previous_secret': 'signs what the service sends',
};

const every = { ...BEARERS, ...TOKENS, ...OTHERS };

describe('every credential', () => {
  it('has events of its creation and of its use from a new address, or a reason why not', () => {
    const wanted = Object.values(every).flatMap(({ created, usedFromNewAddress }) => [created, usedFromNewAddress]);
    const kinds = wanted.filter((each) => typeof each === 'string');
    expect(kinds.filter((kind) => !(kind in SECURITY_EVENT_KINDS))).toEqual([]);
    const reasons = wanted.filter((each) => typeof each !== 'string').map(({ none }) => none);
    expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
  });

  it('that has a prefix of its own has events of both, without an exception', () => {
    expect(Object.keys(BEARERS).toSorted()).toEqual(Object.keys(SECRET_PREFIXES).toSorted());
    for (const { created, usedFromNewAddress } of Object.values(BEARERS))
      expect([typeof created, typeof usedFromNewAddress]).toEqual(['string', 'string']);
  });

  it('that is stored is among them: every secret of docs/security/data.md is one or is said to be none', () => {
    const known = [
      ...Object.values(BEARERS).map(({ column }) => column),
      ...Object.keys(OTHERS),
      ...Object.keys(NO_CREDENTIALS),
    ];
    expect(known.toSorted()).toEqual(
      cellsOf('Secrets')
        .map(([column = '']) => column)
        .toSorted(),
    );
  });
});
