import { Migration20261121000000_foundation } from '../../schema/migrations/Migration20261121000000_foundation.js';
import { Migration20261121100000_audit } from '../../schema/migrations/Migration20261121100000_audit.js';
import { Migration20261121100500_propagation } from '../../schema/migrations/Migration20261121100500_propagation.js';
import { Migration20261121100505_api_keys } from '../../schema/migrations/Migration20261121100505_api_keys.js';
import { Migration20261121100507_quotas } from '../../schema/migrations/Migration20261121100507_quotas.js';
import { Migration20261121100508_idempotency } from '../../schema/migrations/Migration20261121100508_idempotency.js';
import { Migration20261121101200_reports } from '../../schema/migrations/Migration20261121101200_reports.js';
import { Migration20261121101212_storage } from '../../schema/migrations/Migration20261121101212_storage.js';
import { Migration20261121101500_webhooks } from '../../schema/migrations/Migration20261121101500_webhooks.js';
import { Migration20261121101530_accounts } from '../../schema/migrations/Migration20261121101530_accounts.js';
import { Migration20261121102000_webhook_deletion } from '../../schema/migrations/Migration20261121102000_webhook_deletion.js';
import { Migration20261121103000_catalogue_versions } from '../../schema/migrations/Migration20261121103000_catalogue_versions.js';
import { Migration20261121110000_checks } from '../../schema/migrations/Migration20261121110000_checks.js';
import { Migration20261121111000_schedules } from '../../schema/migrations/Migration20261121111000_schedules.js';
import { Migration20261121112000_custom_checks } from '../../schema/migrations/Migration20261121112000_custom_checks.js';
import { Migration20261122100000_elements } from '../../schema/migrations/Migration20261122100000_elements.js';
import { Migration20261122120000_supported_assessments } from '../../schema/migrations/Migration20261122120000_supported_assessments.js';
import { Migration20261122121000_votes_of_custom_checks } from '../../schema/migrations/Migration20261122121000_votes_of_custom_checks.js';
import { Migration20261122130000_scope } from '../../schema/migrations/Migration20261122130000_scope.js';
import { Migration20261122131000_exceptions } from '../../schema/migrations/Migration20261122131000_exceptions.js';
import { Migration20261122132000_assessment_expiry } from '../../schema/migrations/Migration20261122132000_assessment_expiry.js';
import { Migration20261122133000_statement_of_applicability } from '../../schema/migrations/Migration20261122133000_statement_of_applicability.js';
import { Migration20261122140000_check_reach } from '../../schema/migrations/Migration20261122140000_check_reach.js';
import { Migration20261123031000_security_events } from '../../schema/migrations/Migration20261123031000_security_events.js';
import { Migration20261123032000_api_key_scopes } from '../../schema/migrations/Migration20261123032000_api_key_scopes.js';
import { Migration20261123035000_words_of_decisions } from '../../schema/migrations/Migration20261123035000_words_of_decisions.js';
import { Migration20261123040000_partial_assessments } from '../../schema/migrations/Migration20261123040000_partial_assessments.js';
import { Migration20261123034000_audit_heads } from '../../schema/migrations/Migration20261123034000_audit_heads.js';
import { Migration20261123043000_login_counters } from '../../schema/migrations/Migration20261123043000_login_counters.js';
import { Migration20261123040000_service_accounts } from '../../schema/migrations/Migration20261123040000_service_accounts.js';
import { Migration20261123041500_external_ids } from '../../schema/migrations/Migration20261123041500_external_ids.js';
import { Migration20261123041500_sessions } from '../../schema/migrations/Migration20261123041500_sessions.js';
import { Migration20261123084701_required_mfa } from '../../schema/migrations/Migration20261123084701_required_mfa.js';
import { Migration20261123084601_password_resets } from '../../schema/migrations/Migration20261123084601_password_resets.js';
import { Migration20261123084501_browser_sessions } from '../../schema/migrations/Migration20261123084501_browser_sessions.js';
import { Migration20261123081001_identity_providers } from '../../schema/migrations/Migration20261123081001_identity_providers.js';
import { Migration20261123081000_storage_usage } from '../../schema/migrations/Migration20261123081000_storage_usage.js';
import { Migration20261123081100_evidence_withdrawals } from '../../schema/migrations/Migration20261123081100_evidence_withdrawals.js';
import { Migration20261123081500_single_sign_on } from '../../schema/migrations/Migration20261123081500_single_sign_on.js';
import { Migration20261123083101_scim } from '../../schema/migrations/Migration20261123083101_scim.js';
import { Migration20261123081200_suspension } from '../../schema/migrations/Migration20261123081200_suspension.js';
import { Migration20261123081300_security_event_destinations } from '../../schema/migrations/Migration20261123081300_security_event_destinations.js';
import { Migration20261123093001_passkeys } from '../../schema/migrations/Migration20261123093001_passkeys.js';
import { Migration20261123081600_unsolicited_sign_on } from '../../schema/migrations/Migration20261123081600_unsolicited_sign_on.js';
import { Migration20261123125000_status_causes } from '../../schema/migrations/Migration20261123125000_status_causes.js';
import { Migration20261123130000_findings } from '../../schema/migrations/Migration20261123130000_findings.js';
import { Migration20261123141000_stated_authentication } from '../../schema/migrations/Migration20261123141000_stated_authentication.js';
import { Migration20261124010000_derived_features } from '../../schema/migrations/Migration20261124010000_derived_features.js';
import { Migration20261124033000_evidence_order } from '../../schema/migrations/Migration20261124033000_evidence_order.js';
import { Migration20261124033100_result_order } from '../../schema/migrations/Migration20261124033100_result_order.js';
import { Migration20261124033200_audit_filters } from '../../schema/migrations/Migration20261124033200_audit_filters.js';
import { Migration20261124033300_assessment_status } from '../../schema/migrations/Migration20261124033300_assessment_status.js';
import { Migration20261124035500_webhook_formats } from '../../schema/migrations/Migration20261124035500_webhook_formats.js';
import { Migration20261124042500_ended_exceptions } from '../../schema/migrations/Migration20261124042500_ended_exceptions.js';
import { Migration20261124060000_work_items } from '../../schema/migrations/Migration20261124060000_work_items.js';
import { Migration20261125220000_report_library } from '../../schema/migrations/Migration20261125220000_report_library.js';
import { Migration20261125220000_work_item_comments } from '../../schema/migrations/Migration20261125220000_work_item_comments.js';
import { Migration20261125230000_assessment_notices } from '../../schema/migrations/Migration20261125230000_assessment_notices.js';
import { Migration20261125223000_audit_packages } from '../../schema/migrations/Migration20261125223000_audit_packages.js';
import { Migration20261125230000_evidence_parts } from '../../schema/migrations/Migration20261125230000_evidence_parts.js';
import { Migration20261125230100_integration_identity } from '../../schema/migrations/Migration20261125230100_integration_identity.js';
import { Migration20261125223100_idempotent_effects } from '../../schema/migrations/Migration20261125223100_idempotent_effects.js';
import { Migration20261125233000_accounts_of_people } from '../../schema/migrations/Migration20261125233000_accounts_of_people.js';
import { Migration20261126130000_supported_elements } from '../../schema/migrations/Migration20261126130000_supported_elements.js';
import { Migration20261126140000_report_schedules } from '../../schema/migrations/Migration20261126140000_report_schedules.js';
import { Migration20261127100000_notification_rules } from '../../schema/migrations/Migration20261127100000_notification_rules.js';
import { Migration20261127110000_auditor_links } from '../../schema/migrations/Migration20261127110000_auditor_links.js';
import { Migration20261127140000_tickets } from '../../schema/migrations/Migration20261127140000_tickets.js';
import { Migration20261127150000_traceparents } from '../../schema/migrations/Migration20261127150000_traceparents.js';
import { Migration20261128000000_disconnected_at } from '../../schema/migrations/Migration20261128000000_disconnected_at.js';
import { Migration20261128000001_former_disconnections } from '../../schema/migrations/Migration20261128000001_former_disconnections.js';
import { Migration20261128010000_evidence_versions } from '../../schema/migrations/Migration20261128010000_evidence_versions.js';
import { Migration20261128020000_report_language } from '../../schema/migrations/Migration20261128020000_report_language.js';
import { Migration20261128030000_account_language } from '../../schema/migrations/Migration20261128030000_account_language.js';
import { Migration20261128230000_decided_contents } from '../../schema/migrations/Migration20261128230000_decided_contents.js';
import { Migration20261128233000_stored_objects } from '../../schema/migrations/Migration20261128233000_stored_objects.js';
import { Migration20261129000000_resource_failing } from '../../schema/migrations/Migration20261129000000_resource_failing.js';
import { Migration20261129000001_failing_of_resources } from '../../schema/migrations/Migration20261129000001_failing_of_resources.js';
import { Migration20261129000002_resources_by_failing } from '../../schema/migrations/Migration20261129000002_resources_by_failing.js';
import { Migration20261129000000_inclusions } from '../../schema/migrations/Migration20261129000000_inclusions.js';
import { Migration20261129010000_distributable_functions } from '../../schema/migrations/Migration20261129010000_distributable_functions.js';
import { Migration20261129123000_scim_token_addresses } from '../../schema/migrations/Migration20261129123000_scim_token_addresses.js';
import { Migration20261129140000_paused_report_schedules } from '../../schema/migrations/Migration20261129140000_paused_report_schedules.js';
import { Migration20261129150000_evidence_of_answers } from '../../schema/migrations/Migration20261129150000_evidence_of_answers.js';
import { Migration20261130200000_uploads_by_expiry } from '../../schema/migrations/Migration20261130200000_uploads_by_expiry.js';
import { Migration20261127120000_saved_views } from '../../schema/migrations/Migration20261127120000_saved_views.js';
import { Migration20261129120000_list_counts } from '../../schema/migrations/Migration20261129120000_list_counts.js';
import { Migration20261129120001_counts_of_lists } from '../../schema/migrations/Migration20261129120001_counts_of_lists.js';
import { Migration20261129120002_counted_lists } from '../../schema/migrations/Migration20261129120002_counted_lists.js';
import { Migration20261129120003_former_versions } from '../../schema/migrations/Migration20261129120003_former_versions.js';

/** Every migration, oldest first. Append only. */
export const MIGRATIONS = [
  { name: 'Migration20261121000000_foundation', class: Migration20261121000000_foundation },
  { name: 'Migration20261121100000_audit', class: Migration20261121100000_audit },
  { name: 'Migration20261121100500_propagation', class: Migration20261121100500_propagation },
  { name: 'Migration20261121100505_api_keys', class: Migration20261121100505_api_keys },
  { name: 'Migration20261121100507_quotas', class: Migration20261121100507_quotas },
  { name: 'Migration20261121100508_idempotency', class: Migration20261121100508_idempotency },
  { name: 'Migration20261121101200_reports', class: Migration20261121101200_reports },
  { name: 'Migration20261121101212_storage', class: Migration20261121101212_storage },
  { name: 'Migration20261121101500_webhooks', class: Migration20261121101500_webhooks },
  { name: 'Migration20261121101530_accounts', class: Migration20261121101530_accounts },
  { name: 'Migration20261121102000_webhook_deletion', class: Migration20261121102000_webhook_deletion },
  { name: 'Migration20261121103000_catalogue_versions', class: Migration20261121103000_catalogue_versions },
  { name: 'Migration20261121110000_checks', class: Migration20261121110000_checks },
  { name: 'Migration20261121111000_schedules', class: Migration20261121111000_schedules },
  { name: 'Migration20261121112000_custom_checks', class: Migration20261121112000_custom_checks },
  { name: 'Migration20261122100000_elements', class: Migration20261122100000_elements },
  { name: 'Migration20261122120000_supported_assessments', class: Migration20261122120000_supported_assessments },
  { name: 'Migration20261122121000_votes_of_custom_checks', class: Migration20261122121000_votes_of_custom_checks },
  { name: 'Migration20261122130000_scope', class: Migration20261122130000_scope },
  { name: 'Migration20261122131000_exceptions', class: Migration20261122131000_exceptions },
  { name: 'Migration20261122132000_assessment_expiry', class: Migration20261122132000_assessment_expiry },
  {
    name: 'Migration20261122133000_statement_of_applicability',
    class: Migration20261122133000_statement_of_applicability,
  },
  { name: 'Migration20261122140000_check_reach', class: Migration20261122140000_check_reach },
  { name: 'Migration20261123031000_security_events', class: Migration20261123031000_security_events },
  { name: 'Migration20261123032000_api_key_scopes', class: Migration20261123032000_api_key_scopes },
  { name: 'Migration20261123035000_words_of_decisions', class: Migration20261123035000_words_of_decisions },
  { name: 'Migration20261123040000_partial_assessments', class: Migration20261123040000_partial_assessments },
  { name: 'Migration20261123034000_audit_heads', class: Migration20261123034000_audit_heads },
  { name: 'Migration20261123043000_login_counters', class: Migration20261123043000_login_counters },
  { name: 'Migration20261123040000_service_accounts', class: Migration20261123040000_service_accounts },
  { name: 'Migration20261123041500_external_ids', class: Migration20261123041500_external_ids },
  { name: 'Migration20261123041500_sessions', class: Migration20261123041500_sessions },
  { name: 'Migration20261123081001_identity_providers', class: Migration20261123081001_identity_providers },
  { name: 'Migration20261123081000_storage_usage', class: Migration20261123081000_storage_usage },
  {
    name: 'Migration20261123081100_evidence_withdrawals',
    class: Migration20261123081100_evidence_withdrawals,
  },
  { name: 'Migration20261123081500_single_sign_on', class: Migration20261123081500_single_sign_on },
  { name: 'Migration20261123083101_scim', class: Migration20261123083101_scim },
  { name: 'Migration20261123084501_browser_sessions', class: Migration20261123084501_browser_sessions },
  { name: 'Migration20261123084601_password_resets', class: Migration20261123084601_password_resets },
  { name: 'Migration20261123081200_suspension', class: Migration20261123081200_suspension },
  {
    name: 'Migration20261123081300_security_event_destinations',
    class: Migration20261123081300_security_event_destinations,
  },
  { name: 'Migration20261123081600_unsolicited_sign_on', class: Migration20261123081600_unsolicited_sign_on },
  { name: 'Migration20261123084701_required_mfa', class: Migration20261123084701_required_mfa },
  { name: 'Migration20261123125000_status_causes', class: Migration20261123125000_status_causes },
  { name: 'Migration20261123093001_passkeys', class: Migration20261123093001_passkeys },
  { name: 'Migration20261123130000_findings', class: Migration20261123130000_findings },
  {
    name: 'Migration20261123141000_stated_authentication',
    class: Migration20261123141000_stated_authentication,
  },
  { name: 'Migration20261124010000_derived_features', class: Migration20261124010000_derived_features },
  { name: 'Migration20261124033000_evidence_order', class: Migration20261124033000_evidence_order },
  { name: 'Migration20261124033100_result_order', class: Migration20261124033100_result_order },
  { name: 'Migration20261124033200_audit_filters', class: Migration20261124033200_audit_filters },
  { name: 'Migration20261124033300_assessment_status', class: Migration20261124033300_assessment_status },
  { name: 'Migration20261124035500_webhook_formats', class: Migration20261124035500_webhook_formats },
  { name: 'Migration20261124042500_ended_exceptions', class: Migration20261124042500_ended_exceptions },
  { name: 'Migration20261124060000_work_items', class: Migration20261124060000_work_items },
  { name: 'Migration20261125220000_report_library', class: Migration20261125220000_report_library },
  { name: 'Migration20261125220000_work_item_comments', class: Migration20261125220000_work_item_comments },
  { name: 'Migration20261125230000_assessment_notices', class: Migration20261125230000_assessment_notices },
  { name: 'Migration20261125223000_audit_packages', class: Migration20261125223000_audit_packages },
  { name: 'Migration20261125230000_evidence_parts', class: Migration20261125230000_evidence_parts },
  { name: 'Migration20261125230100_integration_identity', class: Migration20261125230100_integration_identity },
  { name: 'Migration20261125223100_idempotent_effects', class: Migration20261125223100_idempotent_effects },
  { name: 'Migration20261125233000_accounts_of_people', class: Migration20261125233000_accounts_of_people },
  { name: 'Migration20261126130000_supported_elements', class: Migration20261126130000_supported_elements },
  { name: 'Migration20261126140000_report_schedules', class: Migration20261126140000_report_schedules },
  { name: 'Migration20261127100000_notification_rules', class: Migration20261127100000_notification_rules },
  { name: 'Migration20261127110000_auditor_links', class: Migration20261127110000_auditor_links },
  { name: 'Migration20261127120000_saved_views', class: Migration20261127120000_saved_views },
  { name: 'Migration20261127140000_tickets', class: Migration20261127140000_tickets },
  { name: 'Migration20261127150000_traceparents', class: Migration20261127150000_traceparents },
  { name: 'Migration20261128000000_disconnected_at', class: Migration20261128000000_disconnected_at },
  { name: 'Migration20261128000001_former_disconnections', class: Migration20261128000001_former_disconnections },
  { name: 'Migration20261128010000_evidence_versions', class: Migration20261128010000_evidence_versions },
  { name: 'Migration20261128020000_report_language', class: Migration20261128020000_report_language },
  { name: 'Migration20261128030000_account_language', class: Migration20261128030000_account_language },
  { name: 'Migration20261128230000_decided_contents', class: Migration20261128230000_decided_contents },
  { name: 'Migration20261128233000_stored_objects', class: Migration20261128233000_stored_objects },
  { name: 'Migration20261129000000_resource_failing', class: Migration20261129000000_resource_failing },
  { name: 'Migration20261129000001_failing_of_resources', class: Migration20261129000001_failing_of_resources },
  { name: 'Migration20261129000002_resources_by_failing', class: Migration20261129000002_resources_by_failing },
  { name: 'Migration20261129000000_inclusions', class: Migration20261129000000_inclusions },
  { name: 'Migration20261129010000_distributable_functions', class: Migration20261129010000_distributable_functions },
  { name: 'Migration20261129120000_list_counts', class: Migration20261129120000_list_counts },
  { name: 'Migration20261129120001_counts_of_lists', class: Migration20261129120001_counts_of_lists },
  { name: 'Migration20261129120002_counted_lists', class: Migration20261129120002_counted_lists },
  { name: 'Migration20261129120003_former_versions', class: Migration20261129120003_former_versions },
  { name: 'Migration20261129123000_scim_token_addresses', class: Migration20261129123000_scim_token_addresses },
  { name: 'Migration20261129140000_paused_report_schedules', class: Migration20261129140000_paused_report_schedules },
  { name: 'Migration20261129150000_evidence_of_answers', class: Migration20261129150000_evidence_of_answers },
  { name: 'Migration20261130200000_uploads_by_expiry', class: Migration20261130200000_uploads_by_expiry },
];
