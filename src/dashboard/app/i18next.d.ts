/** Types of the translation keys, from the English files: an unknown key is a type error. */
import type account from './messages/en/account.json';
import type audit from './messages/en/audit.json';
import type auditor from './messages/en/auditor.json';
import type auditorLinks from './messages/en/auditor-links.json';
import type checks from './messages/en/checks.json';
import type common from './messages/en/common.json';
import type controls from './messages/en/controls.json';
import type evidence from './messages/en/evidence.json';
import type exceptions from './messages/en/exceptions.json';
import type findings from './messages/en/findings.json';
import type firstRun from './messages/en/first-run.json';
import type integrationKinds from './messages/en/integration-kinds.json';
import type integrationProblems from './messages/en/integration-problems.json';
import type integrations from './messages/en/integrations.json';
import type keys from './messages/en/keys.json';
import type mapping from './messages/en/mapping.json';
import type members from './messages/en/members.json';
import type notifications from './messages/en/notifications.json';
import type password from './messages/en/password.json';
import type posture from './messages/en/posture.json';
import type register from './messages/en/register.json';
import type remediation from './messages/en/remediation.json';
import type reports from './messages/en/reports.json';
import type resourceTypes from './messages/en/resource-types.json';
import type scans from './messages/en/scans.json';
import type scope from './messages/en/scope.json';
import type search from './messages/en/search.json';
import type settings from './messages/en/settings.json';
import type singleSignOn from './messages/en/single-sign-on.json';
import type trackers from './messages/en/trackers.json';
import type webhooks from './messages/en/webhooks.json';
import type { terms } from '../../messages/en/terms';
import type work from './messages/en/work.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      audit: typeof audit;
      auditor: typeof auditor;
      'auditor-links': typeof auditorLinks;
      checks: typeof checks;
      common: typeof common;
      controls: typeof controls;
      evidence: typeof evidence;
      exceptions: typeof exceptions;
      findings: typeof findings;
      'first-run': typeof firstRun;
      'integration-kinds': typeof integrationKinds;
      'integration-problems': typeof integrationProblems;
      integrations: typeof integrations;
      keys: typeof keys;
      mapping: typeof mapping;
      members: typeof members;
      notifications: typeof notifications;
      password: typeof password;
      posture: typeof posture;
      register: typeof register;
      remediation: typeof remediation;
      reports: typeof reports;
      'resource-types': typeof resourceTypes;
      scans: typeof scans;
      scope: typeof scope;
      search: typeof search;
      settings: typeof settings;
      'single-sign-on': typeof singleSignOn;
      terms: typeof terms;
      trackers: typeof trackers;
      webhooks: typeof webhooks;
      work: typeof work;
    };
  }
}
