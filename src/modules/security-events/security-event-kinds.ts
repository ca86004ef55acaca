/** Classes of OCSF that events have. Source: https://schema.ocsf.io/1.4.0/classes. */
export const OCSF_CLASSES = {
  accountChange: { uid: 3001, name: 'Account Change', category: 3, categoryName: 'Identity & Access Management' },
  authentication: { uid: 3002, name: 'Authentication', category: 3, categoryName: 'Identity & Access Management' },
  authorizeSession: { uid: 3003, name: 'Authorize Session', category: 3, categoryName: 'Identity & Access Management' },
  apiActivity: { uid: 6003, name: 'API Activity', category: 6, categoryName: 'Application Activity' },
} as const;
export type OcsfClass = keyof typeof OCSF_CLASSES;

/** Activity of an OCSF class: its number and its name; 99 with a name of ours where the class has none for it. */
type Activity = readonly [id: number, name: string];

/** Description of a kind of security event. */
export interface SecurityEventDescription {
  ocsf: OcsfClass;
  activity: Activity;
  outcome: 'success' | 'failure';
  /** Severity of OCSF: 1 informational, 2 low, 3 medium, 4 high. */
  severity: 1 | 2 | 3 | 4;
  /** One sentence for readers. */
  message: string;
}

const LOGON = [1, 'Logon'] as const;
const READ = [2, 'Read'] as const;
const success = { outcome: 'success', severity: 1 } as const;
const failure = { outcome: 'failure', severity: 2 } as const;

/**
 * Every kind of security event. A change of stored data has an entry in the audit trail as well, in its transaction;
 * what changes nothing (a log-in, a refusal, a download) is recorded here alone.
 */
export const SECURITY_EVENT_KINDS = {
  'login.succeeded': { ...success, ocsf: 'authentication', activity: LOGON, message: 'Logged in' },
  'login.failed': { ...failure, ocsf: 'authentication', activity: LOGON, message: 'Log-in failed' },
  'login.locked': {
    ...failure,
    severity: 3,
    ocsf: 'accountChange',
    activity: [9, 'Lock'],
    message: 'Log-in locked after failures',
  },
  'login.unlocked': { ...success, ocsf: 'accountChange', activity: [12, 'Unlock'], message: 'Log-in lock lifted' },
  'reauthentication.succeeded': {
    ...success,
    ocsf: 'authentication',
    activity: [99, 'Reauthenticate'],
    message: 'Gave the password or a code again',
  },
  'reauthentication.failed': {
    ...failure,
    ocsf: 'authentication',
    activity: [99, 'Reauthenticate'],
    message: 'Failed to prove again who they are',
  },
  'session.opened': {
    ...success,
    ocsf: 'authorizeSession',
    activity: [1, 'Assign Privileges'],
    message: 'Session opened',
  },
  'session.ended': { ...success, ocsf: 'authentication', activity: [2, 'Logoff'], message: 'Session ended' },
  'session.token_reused': {
    ...failure,
    severity: 4,
    ocsf: 'authentication',
    activity: [99, 'Token Reuse'],
    message: 'A used refresh token was used again',
  },
  'password.changed': {
    ...success,
    ocsf: 'accountChange',
    activity: [3, 'Password Change'],
    message: 'Password changed',
  },
  'password.reset_requested': {
    ...success,
    ocsf: 'accountChange',
    activity: [99, 'Password Reset Request'],
    message: 'Link for a new password requested',
  },
  'password.reset': { ...success, ocsf: 'accountChange', activity: [4, 'Password Reset'], message: 'Password reset' },
  'mfa.enabled': {
    ...success,
    ocsf: 'accountChange',
    activity: [10, 'MFA Factor Enable'],
    message: 'Second factor enabled',
  },
  'mfa.disabled': {
    ...success,
    severity: 3,
    ocsf: 'accountChange',
    activity: [11, 'MFA Factor Disable'],
    message: 'Second factor disabled',
  },
  'mfa.recovery_code_used': {
    ...success,
    severity: 2,
    ocsf: 'authentication',
    activity: [99, 'Recovery Code'],
    message: 'Recovery code used',
  },
  'passkey.added': {
    ...success,
    ocsf: 'accountChange',
    activity: [10, 'MFA Factor Enable'],
    message: 'Passkey added',
  },
  'passkey.removed': {
    ...success,
    severity: 3,
    ocsf: 'accountChange',
    activity: [11, 'MFA Factor Disable'],
    message: 'Passkey removed',
  },
  'passkey.counter_regressed': {
    ...failure,
    severity: 4,
    ocsf: 'authentication',
    activity: [99, 'Counter Regression'],
    message: 'A passkey may have been copied: its counter did not rise',
  },
  'api_key.created': { ...success, ocsf: 'accountChange', activity: [99, 'Key Create'], message: 'API key created' },
  'api_key.revoked': { ...success, ocsf: 'accountChange', activity: [99, 'Key Revoke'], message: 'API key revoked' },
  'api_key.used_from_new_address': {
    ...success,
    severity: 2,
    ocsf: 'authentication',
    activity: LOGON,
    message: 'API key used from a new address',
  },
  'scim_token.created': {
    ...success,
    severity: 2,
    ocsf: 'accountChange',
    activity: [99, 'SCIM Token Create'],
    message: 'SCIM token created',
  },
  'scim_token.revoked': {
    ...success,
    ocsf: 'accountChange',
    activity: [99, 'SCIM Token Revoke'],
    message: 'SCIM token revoked',
  },
  'scim_token.used_from_new_address': {
    ...success,
    severity: 2,
    ocsf: 'authentication',
    activity: LOGON,
    message: 'SCIM token used from a new address',
  },
  'auditor_link.created': {
    ...success,
    severity: 2,
    ocsf: 'accountChange',
    activity: [99, 'Auditor Link Create'],
    message: 'Auditor link created',
  },
  'auditor_link.extended': {
    ...success,
    severity: 2,
    ocsf: 'accountChange',
    activity: [99, 'Auditor Link Extend'],
    message: 'Auditor link extended',
  },
  'auditor_link.revoked': {
    ...success,
    ocsf: 'accountChange',
    activity: [99, 'Auditor Link Revoke'],
    message: 'Auditor link revoked',
  },
  'auditor_link.opened': { ...success, ocsf: 'authentication', activity: LOGON, message: 'Auditor link opened' },
  'member.provisioned': {
    ...success,
    ocsf: 'accountChange',
    activity: [1, 'Create'],
    message: 'Member created by an identity provider',
  },
  'member.deactivated': {
    ...success,
    ocsf: 'accountChange',
    activity: [5, 'Disable'],
    message: 'Member deactivated by an identity provider',
  },
  'member.reactivated': {
    ...success,
    ocsf: 'accountChange',
    activity: [2, 'Enable'],
    message: 'Member reactivated by an identity provider',
  },
  'access.refused': { ...failure, ocsf: 'apiActivity', activity: [99, 'Refuse'], message: 'Operation refused' },
  'evidence.downloaded': { ...success, ocsf: 'apiActivity', activity: READ, message: 'Evidence downloaded' },
  'report.downloaded': { ...success, ocsf: 'apiActivity', activity: READ, message: 'Report downloaded' },
  'evidence.link_issued': { ...success, ocsf: 'apiActivity', activity: READ, message: 'Link to evidence issued' },
  'report.link_issued': { ...success, ocsf: 'apiActivity', activity: READ, message: 'Link to a report issued' },
  'audit_log.downloaded': { ...success, ocsf: 'apiActivity', activity: READ, message: 'Audit trail downloaded' },
  'audit_log.exported': { ...success, ocsf: 'apiActivity', activity: READ, message: 'Audit trail exported' },
  'organization.exported': {
    ...success,
    severity: 3,
    ocsf: 'apiActivity',
    activity: READ,
    message: 'Everything of the organization exported',
  },
} as const satisfies Record<string, SecurityEventDescription>;

export type SecurityEventKind = keyof typeof SECURITY_EVENT_KINDS;

/** Description of a kind, as a value of the wider type. */
export function describeKind(kind: SecurityEventKind): SecurityEventDescription {
  return SECURITY_EVENT_KINDS[kind];
}
