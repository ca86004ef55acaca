/** Number of names that a mail lists. */
const NAMED_MAX = 20;
const GUARD = 'If nobody you know did this, end the sessions of the account, and have its password changed.';
const PASSKEY_GUARD =
  'If nobody you know did this, remove the passkey: a new password leaves it. Then end the sessions, and change the password.';
const REVOKE = 'If you do not know why, tell an admin of your organization, and revoke what was created.';

/** Description of a kind of notice. */
interface NoticeDescription {
  /** What has happened, as the end of a sentence. */
  what: string;
  /** Further lines. Facts contain no secret. */
  details: (facts: never) => readonly string[];
  /** What to do about it. */
  advice: string;
}

/**
 * Every kind of notice: what the account that it concerns and the admins of its organization are told by mail, with
 * author, time and address.
 */
export const NOTICES = {
  'password.changed': { what: 'the password was changed', details: ended, advice: GUARD },
  'password.reset': { what: 'a new password was set by a link in a mail', details: ended, advice: GUARD },
  'mfa.enabled': { what: 'one-time codes were switched on', details: ended, advice: GUARD },
  'mfa.disabled': { what: 'one-time codes were switched off', details: ended, advice: GUARD },
  'mfa.reset': { what: 'one-time codes were reset', details: ended, advice: GUARD },
  'passkey.added': { what: 'a passkey was added', details: ended, advice: PASSKEY_GUARD },
  'passkey.removed': { what: 'a passkey was removed', details: ended, advice: GUARD },
  'passkeys.reset': { what: 'all passkeys were removed', details: ended, advice: GUARD },
  'session.token_reused': {
    what: 'a session was ended because its cookie was used twice',
    details: (_facts: object) => [
      'Somebody may have copied the cookie from the browser. The session is over; others go on.',
    ],
    advice: GUARD,
  },
  'api_key.created': {
    what: 'an API key was created',
    details: ({ key, account, scopes }: { key: string; account: string; scopes: readonly string[] }) => [
      `API key “${key}” of the service account “${account}”, with the scopes ${scopes.join(', ')}.`,
    ],
    advice: REVOKE,
  },
  'scim_token.created': {
    what: 'a SCIM token was created',
    details: ({ token }: { token: string }) => [`SCIM token “${token}”, with which a directory manages members.`],
    advice: REVOKE,
  },
  'service_account.created': {
    what: 'a service account was created',
    details: ({ account }: { account: string }) => [`Service account “${account}”.`],
    advice: REVOKE,
  },
  'service_accounts.moved': {
    what: 'service accounts have another responsible person',
    details: ({ person, accounts, revoked }: { person: string; accounts: readonly string[]; revoked: number }) => [
      `${person} was removed; service accounts of theirs: ${listed(accounts)}.`,
      `API keys that ${person} had created and that are revoked: ${revoked}.`,
    ],
    advice: 'If you do not know why, tell an admin of your organization.',
  },
} as const satisfies Record<string, NoticeDescription>;

export type NoticeKind = keyof typeof NOTICES;

/** Facts that a kind needs. */
export type NoticeFacts<K extends NoticeKind> = Parameters<(typeof NOTICES)[K]['details']>[0];

/** What has ended with a change of credentials. */
function ended({ revokedKeys }: { revokedKeys: number }): string[] {
  return [`Other sessions of the account have ended. API keys revoked with it: ${revokedKeys}.`];
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const quoted = names.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  const rest = names.length - quoted.length;
  return `${quoted.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
