/** Actions of the audit trail by the kind of what they change. Stored entries keep the names that they were written with. */
const ACTIONS = {
  api_key: ['created', 'revoked'],
  assessment: ['created', 'expired'],
  auditor_link: ['answered', 'commented', 'created', 'downloaded', 'extended', 'opened', 'revoked', 'viewed'],
  custom_check: ['created', 'deleted', 'updated'],
  directory_group: ['changed', 'created', 'deleted'],
  email_domain: ['claimed', 'lost', 'released', 'verified'],
  evidence: ['linked', 'purged', 'restored', 'unlinked', 'uploaded', 'withdrawn'],
  exception: ['approved', 'expired', 'matches_included', 'proposed', 'rejected', 'withdrawn'],
  identity_connection: [
    ...(['activated', 'break_glass_used', 'created', 'deactivated', 'deleted'] as const),
    ...(['enforced', 'relaxed', 'tested', 'updated'] as const),
  ],
  integration: ['connected', 'connection_lost', 'disconnected', 'reconnected', 'schedule_changed', 'updated'],
  invitation: ['accepted', 'created', 'renewed', 'revoked'],
  member: [
    ...(['deactivated', 'directory_names_changed', 'identity_linked', 'mfa_disabled', 'mfa_enabled'] as const),
    ...(['mfa_reset', 'passkey_added', 'passkey_removed', 'passkey_renamed', 'passkeys_reset'] as const),
    ...(['password_changed', 'password_reset', 'provisioned', 'reactivated', 'recovery_code_used'] as const),
    ...(['released', 'removed', 'role_changed', 'updated'] as const),
  ],
  notification_rule: ['created', 'deleted', 'paused', 'tested', 'unsubscribed', 'updated'],
  organization: [
    ...(['created', 'exported', 'frameworks_changed', 'group_roles_changed', 'mfa_requirement_changed'] as const),
    ...(['rate_limit_changed', 'resumed', 'suspended', 'updated'] as const),
  ],
  report: ['deleted', 'generated', 'kept_until_changed'],
  report_schedule: ['created', 'deleted', 'updated'],
  scan: ['cancelled', 'triggered'],
  scans: ['expired'],
  scim_token: ['created', 'revoked'],
  scope: ['approved', 'proposed', 'rejected', 'withdrawn'],
  security_event_destination: ['created', 'deleted', 'updated'],
  security_events: ['digested', 'expired'],
  service_account: ['created', 'disabled', 'responsible_changed'],
  session: ['ended'],
  ticket: ['created', 'deleted'],
  ticket_tracker: ['created', 'deleted', 'hook_secret_rotated', 'updated'],
  webhook: ['created', 'deleted', 'disabled', 'pinged', 'redelivered', 'secret_rotated', 'updated'],
  work_item: ['changed', 'comment_changed', 'comment_deleted', 'commented', 'created'],
} as const;

type Actions = typeof ACTIONS;

/** Actions on one kind of thing, without its name: those of `scope` are `approved` and three others. */
export type ActionOn<Kind extends keyof Actions> = Actions[Kind][number];

/** An action of the audit trail: `member.role_changed`. */
export type AuditAction = { [Kind in keyof Actions]: `${Kind}.${ActionOn<Kind>}` }[keyof Actions];

/** All actions of the audit trail. */
export const AUDIT_ACTIONS: readonly string[] = Object.entries(ACTIONS).flatMap(([kind, actions]) =>
  actions.map((action) => `${kind}.${action}`),
);
