import type { Actor } from '../../access/actor.js';
import { ContextKey } from '../../platform/context-values.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { SecurityEvent } from './security-event.js';
import type { SecurityEventKind } from './security-event-kinds.js';

/** Recorder of security events, as the audit trail needs it. */
export interface SecurityEventRecorder {
  recordChange(em: EntityManager, author: EventAuthor, ...events: SecurityEvent[]): Promise<void>;
}

/** Author of an event, with the tenant and the moment. */
export interface EventAuthor {
  actor: Actor;
  tenantId: string;
  at: Date;
}

/** The recorder that records the changes of the audit trail that concern security. */
export const CHANGE_RECORDER = new ContextKey<SecurityEventRecorder>('recorder of security events');

/** Changes in the audit trail that are security events as well, with the agent and a line of the log, by their action. */
export const KIND_OF_ACTION: Readonly<Record<string, SecurityEventKind>> = {
  'member.mfa_enabled': 'mfa.enabled',
  'member.mfa_disabled': 'mfa.disabled',
  'member.mfa_reset': 'mfa.disabled',
  'member.passkey_added': 'passkey.added',
  'member.passkey_removed': 'passkey.removed',
  'member.passkeys_reset': 'passkey.removed',
  'member.recovery_code_used': 'mfa.recovery_code_used',
  'member.password_changed': 'password.changed',
  'member.password_reset': 'password.reset',
  'api_key.created': 'api_key.created',
  'api_key.revoked': 'api_key.revoked',
  'scim_token.created': 'scim_token.created',
  'scim_token.revoked': 'scim_token.revoked',
  'auditor_link.created': 'auditor_link.created',
  'auditor_link.extended': 'auditor_link.extended',
  'auditor_link.revoked': 'auditor_link.revoked',
  'auditor_link.opened': 'auditor_link.opened',
  'member.provisioned': 'member.provisioned',
  'member.deactivated': 'member.deactivated',
  'member.reactivated': 'member.reactivated',
};
