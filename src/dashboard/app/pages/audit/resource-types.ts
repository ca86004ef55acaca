/** Kinds of objects that the log has changes of. */
export const RESOURCE_TYPES = [
  ...(['organization', 'member', 'invitation', 'integration', 'scan', 'assessment', 'evidence'] as const),
  ...(['exception', 'scope_decision', 'work_item', 'ticket', 'report', 'report_schedule', 'custom_check'] as const),
  ...(['notification_rule', 'webhook', 'api_key', 'service_account', 'auditor_link', 'ticket_tracker'] as const),
  ...(['identity_connection', 'email_domain', 'scim_token', 'directory_group', 'security_event_destination'] as const),
  ...(['security_events'] as const),
] as const;
