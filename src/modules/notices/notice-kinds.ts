import { messagesOf, type Translate } from '../../messages/messages.js';
import type { Language } from '../../messages/language.js';

/** Number of names that a mail lists. */
const NAMED_MAX = 20;

type Say = Translate<'mails'>;

/** Description of a kind of notice. What has happened is among the messages, by the name of the kind. */
interface NoticeDescription {
  /** Further lines. Facts contain no secret. */
  details: (say: Say, facts: never, timeOf: (at: Date) => string) => readonly string[];
  /** What to do about it. */
  advice: 'account' | 'passkey' | 'revoke' | 'ask';
}

/**
 * Every kind of notice: what the account that it concerns and the admins of its organization are sent by mail, with
 * author, time and address.
 */
export const NOTICES = {
  'password.changed': { details: ended, advice: 'account' },
  'password.reset': { details: ended, advice: 'account' },
  'mfa.enabled': { details: ended, advice: 'account' },
  'mfa.disabled': { details: ended, advice: 'account' },
  'mfa.reset': { details: ended, advice: 'account' },
  'passkey.added': { details: ended, advice: 'passkey' },
  'passkey.removed': { details: ended, advice: 'account' },
  'passkeys.reset': { details: ended, advice: 'account' },
  'session.token_reused': {
    details: (say: Say, _facts: object) => [say('securityNotice.detail.cookie')],
    advice: 'account',
  },
  'api_key.created': {
    details: (say: Say, { key, account, scopes }: { key: string; account: string; scopes: readonly string[] }) => [
      say('securityNotice.detail.apiKey', { key, account, scopes: scopes.join(', ') }),
    ],
    advice: 'revoke',
  },
  'scim_token.created': {
    details: (say: Say, { token }: { token: string }) => [say('securityNotice.detail.scimToken', { token })],
    advice: 'revoke',
  },
  'auditor_link.created': { details: auditorLink, advice: 'revoke' },
  'auditor_link.extended': { details: auditorLink, advice: 'revoke' },
  'service_account.created': {
    details: (say: Say, { account }: { account: string }) => [say('securityNotice.detail.serviceAccount', { account })],
    advice: 'revoke',
  },
  'service_accounts.moved': {
    details: (say: Say, { person, accounts, revoked }: MovedAccounts) => [
      say('securityNotice.detail.moved', { person, accounts: listed(say, accounts) }),
      say('securityNotice.detail.movedKeys', { person, revoked }),
    ],
    advice: 'ask',
  },
} as const satisfies Record<string, NoticeDescription>;

export type NoticeKind = keyof typeof NOTICES;

/** Facts that a kind needs. */
export type NoticeFacts<K extends NoticeKind> = Parameters<(typeof NOTICES)[K]['details']>[1];

interface LinkInForce {
  label: string;
  framework: string;
  expiresAt: Date;
}

interface MovedAccounts {
  person: string;
  accounts: readonly string[];
  revoked: number;
}

/** What has happened, as the end of a sentence. */
export function happened(kind: NoticeKind, language: Language): string {
  return messagesOf('mails', language)(`securityNotice.what.${kind}`);
}

/** What a link shows, and until when. */
function auditorLink(say: Say, { label, framework, expiresAt }: LinkInForce, timeOf: (at: Date) => string): string[] {
  return [say('securityNotice.detail.auditorLink', { label, framework, until: timeOf(expiresAt) })];
}

/** What has ended with a change of credentials. */
function ended(say: Say, { revokedKeys }: { revokedKeys: number }): string[] {
  return [say('securityNotice.detail.ended', { revoked: revokedKeys })];
}

function listed(say: Say, names: readonly string[]): string {
  if (names.length === 0) return say('securityNotice.names.none');
  const quoted = names.slice(0, NAMED_MAX).map((name) => say('securityNotice.names.quoted', { name }));
  const rest = names.length - quoted.length;
  return rest > 0 ? say('securityNotice.names.more', { names: quoted.join(', '), rest }) : quoted.join(', ');
}
