import { createRoute, createRouter } from '@tanstack/react-router';
import { Failure, Waiting } from './parts/answered';
import { createSearch } from './parts/search-params';
import { auditSearch } from './pages/audit/audit-search';
import { auditorLinksSearch } from './pages/auditor-links/auditor-links-search';
import { controlsSearch, standingSearch } from './pages/controls/controls-search';
import { evidenceSearch } from './pages/evidence/evidence-search';
import { newCheckSearch } from './pages/checks/new-check-search';
import { findingsSearch } from './pages/findings/findings-search';
import { INTEGRATION_WORDS, integrationsSearch } from './pages/integrations/integrations-search';
import {
  assessmentsSearch,
  pairSearch,
  universalControlSearch,
  universalControlsSearch,
} from './pages/mapping/mapping-search';
import { postureSearch } from './pages/posture/posture-search';
import { planSearch } from './pages/remediation/plan-search';
import { membersSearch } from './pages/members/members-search';
import { remediationSearch } from './pages/remediation/remediation-search';
import { reportsSearch } from './pages/reports/reports-search';
import { resourcesSearch } from './pages/resources/resources-search';
import { comparisonSearch, scanSearch } from './pages/scans/scans-search';
import { settingsSearch } from './pages/settings/settings-search';
import { webhookSearch } from './pages/webhooks/webhooks-search';
import { workSearch } from './pages/work-items/work-search';
import { frame, framed, home } from './router-frame';
import { auditor, enrol, forgotPassword, register, resetPassword, root, signOn } from './router-outside';
import { lazyPage } from './shell/lazy-page';
import { NotFound } from './shell/not-found';

/** Routes of the dashboard. A page is loaded when it is opened; its search parameters are parsed here. */
const posture = createRoute({
  path: '/posture',
  getParentRoute: () => frame,
  validateSearch: postureSearch,
  component: lazyPage(['posture', 'work'], () => import('./pages/posture/posture.page'), 'PosturePage'),
});

const frameworks = createRoute({
  path: '/controls',
  getParentRoute: () => frame,
  validateSearch: standingSearch,
  component: lazyPage('controls', () => import('./pages/controls/frameworks.page'), 'FrameworksPage'),
});
const controls = createRoute({
  path: '/controls/$framework',
  getParentRoute: () => frame,
  validateSearch: controlsSearch,
  component: lazyPage('controls', () => import('./pages/controls/controls.page'), 'ControlsPage'),
});
const control = framed(
  '/controls/$framework/$controlId',
  lazyPage(
    ['controls', 'exceptions', 'work', 'resource-types'],
    () => import('./pages/controls/control.page'),
    'ControlPage',
  ),
);

const scope = framed(
  '/scope/$framework',
  lazyPage('scope', () => import('./pages/scope/scope.page'), 'ScopePage'),
);

const mapping = framed(
  '/mapping',
  lazyPage('mapping', () => import('./pages/mapping/matrix.page'), 'MatrixPage'),
);
const assessments = createRoute({
  path: '/assessments',
  getParentRoute: () => frame,
  validateSearch: assessmentsSearch,
  component: lazyPage('mapping', () => import('./pages/mapping/assessments.page'), 'AssessmentsPage'),
});
const pair = createRoute({
  path: '/mapping/$from/$to',
  getParentRoute: () => frame,
  validateSearch: pairSearch,
  component: lazyPage('mapping', () => import('./pages/mapping/pair.page'), 'PairPage'),
});
const universalControls = createRoute({
  path: '/mapping/universal',
  getParentRoute: () => frame,
  validateSearch: universalControlsSearch,
  component: lazyPage('mapping', () => import('./pages/mapping/universal-controls.page'), 'UniversalControlsPage'),
});
const universalControl = createRoute({
  path: '/mapping/universal/$universalControlId',
  getParentRoute: () => frame,
  validateSearch: universalControlSearch,
  component: lazyPage('mapping', () => import('./pages/mapping/universal-control.page'), 'UniversalControlPage'),
});

const scans = framed(
  '/scans',
  lazyPage('scans', () => import('./pages/scans/scans.page'), 'ScansPage'),
);
const scan = createRoute({
  path: '/scans/$scanId',
  getParentRoute: () => frame,
  validateSearch: scanSearch,
  component: lazyPage('scans', () => import('./pages/scans/scan.page'), 'ScanPage'),
});
const comparison = createRoute({
  path: '/scans/compare',
  getParentRoute: () => frame,
  validateSearch: comparisonSearch,
  component: lazyPage('scans', () => import('./pages/scans/comparison.page'), 'ComparisonPage'),
});

const work = createRoute({
  path: '/work-items',
  getParentRoute: () => frame,
  validateSearch: workSearch,
  component: lazyPage(['work', 'exceptions'], () => import('./pages/work-items/work.page'), 'WorkPage'),
});
const workItem = framed(
  '/work-items/$workItemId',
  lazyPage(['work', 'exceptions', 'findings'], () => import('./pages/work-items/work-item.page'), 'WorkItemPage'),
);

const exceptions = framed(
  '/exceptions',
  lazyPage(['exceptions', 'work'], () => import('./pages/exceptions/exceptions.page'), 'ExceptionsPage'),
);

const findings = createRoute({
  path: '/findings',
  getParentRoute: () => frame,
  validateSearch: findingsSearch,
  component: lazyPage(
    ['findings', 'exceptions', 'work'],
    () => import('./pages/findings/findings.page'),
    'FindingsPage',
  ),
});
const finding = framed(
  '/findings/$findingId',
  lazyPage(['findings', 'exceptions', 'work'], () => import('./pages/findings/finding.page'), 'FindingPage'),
);
const resources = createRoute({
  path: '/resources',
  getParentRoute: () => frame,
  validateSearch: resourcesSearch,
  component: lazyPage('findings', () => import('./pages/resources/resources.page'), 'ResourcesPage'),
});
const resource = framed(
  '/resources/$resourceId',
  lazyPage(['findings', 'exceptions'], () => import('./pages/resources/resource.page'), 'ResourcePage'),
);
const remediation = createRoute({
  path: '/remediation',
  getParentRoute: () => frame,
  validateSearch: remediationSearch,
  component: lazyPage(
    ['remediation', 'exceptions', 'work'],
    () => import('./pages/remediation/remediation.page'),
    'RemediationPage',
  ),
});
const plan = createRoute({
  path: '/remediation/plan',
  getParentRoute: () => frame,
  validateSearch: planSearch,
  component: lazyPage(['remediation', 'work'], () => import('./pages/remediation/plan.page'), 'PlanPage'),
});
const evidence = createRoute({
  path: '/evidence',
  getParentRoute: () => frame,
  validateSearch: evidenceSearch,
  component: lazyPage('evidence', () => import('./pages/evidence/evidence.page'), 'EvidencePage'),
});
const artifact = framed(
  '/evidence/$evidenceId',
  lazyPage('evidence', () => import('./pages/evidence/artifact.page'), 'ArtifactPage'),
);
const reports = createRoute({
  path: '/reports',
  getParentRoute: () => frame,
  validateSearch: reportsSearch,
  component: lazyPage('reports', () => import('./pages/reports/reports.page'), 'ReportsPage'),
});
const integrations = createRoute({
  path: '/integrations',
  getParentRoute: () => frame,
  validateSearch: integrationsSearch,
  component: lazyPage(INTEGRATION_WORDS, () => import('./pages/integrations/integrations.page'), 'IntegrationsPage'),
});
const members = createRoute({
  path: '/members',
  getParentRoute: () => frame,
  validateSearch: membersSearch,
  component: lazyPage('members', () => import('./pages/members/members.page'), 'MembersPage'),
});
const keys = createRoute({
  path: '/keys',
  getParentRoute: () => frame,
  validateSearch: createSearch,
  component: lazyPage('keys', () => import('./pages/keys/keys.page'), 'KeysPage'),
});
const webhooks = createRoute({
  path: '/webhooks',
  getParentRoute: () => frame,
  validateSearch: createSearch,
  component: lazyPage('webhooks', () => import('./pages/webhooks/webhooks.page'), 'WebhooksPage'),
});
const webhook = createRoute({
  path: '/webhooks/$webhookId',
  getParentRoute: () => frame,
  validateSearch: webhookSearch,
  component: lazyPage('webhooks', () => import('./pages/webhooks/webhook.page'), 'WebhookPage'),
});
const checks = framed(
  '/checks',
  lazyPage('checks', () => import('./pages/checks/checks.page'), 'ChecksPage'),
);
const newCheck = createRoute({
  path: '/checks/new',
  getParentRoute: () => frame,
  validateSearch: newCheckSearch,
  component: lazyPage('checks', () => import('./pages/checks/check.page'), 'NewCheckPage'),
});
const check = framed(
  '/checks/$customCheckId',
  lazyPage('checks', () => import('./pages/checks/check.page'), 'CheckPage'),
);
const notifications = framed(
  '/notifications',
  lazyPage('notifications', () => import('./pages/notifications/notifications.page'), 'NotificationsPage'),
);
const audit = createRoute({
  path: '/audit',
  getParentRoute: () => frame,
  validateSearch: auditSearch,
  component: lazyPage('audit', () => import('./pages/audit/audit.page'), 'AuditPage'),
});
const settings = createRoute({
  path: '/settings',
  getParentRoute: () => frame,
  validateSearch: settingsSearch,
  component: lazyPage('settings', () => import('./pages/settings/settings.page'), 'SettingsPage'),
});
const singleSignOn = framed(
  '/settings/single-sign-on',
  lazyPage('single-sign-on', () => import('./pages/single-sign-on/single-sign-on.page'), 'SingleSignOnPage'),
);
const trackers = framed(
  '/settings/trackers',
  lazyPage('trackers', () => import('./pages/trackers/trackers.page'), 'TrackersPage'),
);
const auditorLinks = createRoute({
  path: '/settings/auditors',
  getParentRoute: () => frame,
  validateSearch: auditorLinksSearch,
  component: lazyPage('auditor-links', () => import('./pages/auditor-links/auditor-links.page'), 'AuditorLinksPage'),
});
const account = framed(
  '/account',
  lazyPage('account', () => import('./pages/account/account.page'), 'AccountPage'),
);

/** Every other address. */
const unknown = framed('$', NotFound);

const routeTree = root.addChildren([
  frame.addChildren([
    ...[home, posture, frameworks, controls, control, scope],
    ...[mapping, assessments, pair, universalControls, universalControl],
    ...[findings, finding, resources, resource],
    ...[scans, scan, comparison, remediation, plan, work, workItem, exceptions],
    ...[evidence, artifact, reports, integrations],
    ...[checks, newCheck, check, notifications],
    ...[members, keys, webhooks, webhook, audit, settings, singleSignOn, trackers, auditorLinks, account],
    unknown,
  ]),
  register,
  enrol,
  forgotPassword,
  resetPassword,
  signOn,
  auditor,
]);

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
