import 'reflect-metadata';
import { AccessTable } from '../access/access-table.js';
import type { Connectors } from '../connectors/registry.js';
import type { ContentCounts, FeatureDeclaration, FeatureParts } from '../feature/feature.js';
import type { Platform } from '../feature/platform.js';
import type { CacheableFields } from '../graphql/cacheable.js';
import type { FieldCosts } from '../graphql/limits.js';
import type { ListSizes } from '../graphql/list-sizes.js';
import type { CostlyFields } from '../graphql/root-fields.js';
import { apiKeysFeature } from '../modules/api-keys/index.js';
import { auditFeature } from '../modules/audit/index.js';
import { auditorLinksFeature } from '../modules/auditor-links/index.js';
import { authFeature } from '../modules/auth/index.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { catalogueFeature } from '../modules/catalogue/index.js';
import { checksFeature } from '../modules/checks/index.js';
import { controlsFeature } from '../modules/controls/index.js';
import { customChecksFeature } from '../modules/custom-checks/index.js';
import { derivationFeature } from '../modules/derivation/index.js';
import { edgesFeature } from '../modules/edges/index.js';
import { evidenceFeature } from '../modules/evidence/index.js';
import { exceptionsFeature } from '../modules/exceptions/index.js';
import { findingsFeature } from '../modules/findings/index.js';
import { idempotencyFeature } from '../modules/idempotency/index.js';
import { importsFeature } from '../modules/imports/index.js';
import { integrationsFeature } from '../modules/integrations/index.js';
import { notificationsFeature } from '../modules/notifications/index.js';
import { organizationsFeature } from '../modules/organizations/index.js';
import { storageLimitOf } from '../modules/organizations/tiers.js';
import { passkeysFeature } from '../modules/passkeys/index.js';
import { planningFeature } from '../modules/planning/index.js';
import { postureFeature } from '../modules/posture/index.js';
import { remediationFeature } from '../modules/remediation/index.js';
import { reportSchedulesFeature } from '../modules/report-schedules/index.js';
import { reportsFeature } from '../modules/reports/index.js';
import { savedViewsFeature } from '../modules/saved-views/index.js';
import { scansFeature } from '../modules/scans/index.js';
import { schedulesFeature } from '../modules/schedules/index.js';
import { scimFeature } from '../modules/scim/index.js';
import { scopeFeature } from '../modules/scope/index.js';
import { scoresFeature } from '../modules/scores/index.js';
import { singleSignOnFeature } from '../modules/single-sign-on/index.js';
import { snapshotsFeature } from '../modules/snapshots/index.js';
import { securityEventsFeature } from '../modules/security-events/index.js';
import { securityPushFeature } from '../modules/security-push/index.js';
import { statusChangesFeature } from '../modules/status-changes/index.js';
import { storageFeature } from '../modules/storage/index.js';
import { CountedObjectStore } from '../modules/storage/counted-object-store.js';
import { StorageQuota } from '../modules/storage/storage-quota.js';
import { ticketsFeature } from '../modules/tickets/index.js';
import { ucfFeature } from '../modules/ucf/index.js';
import { webhooksFeature } from '../modules/webhooks/index.js';
import { workItemsFeature } from '../modules/work-items/index.js';
import { MAIL_SEALED_COLUMNS } from '../platform/mail/outgoing-mails.js';

/** Every feature of the service. Their order is that of the REST paths in the OpenAPI document and of the access table. */
const FEATURES = {
  auth: authFeature,
  passkeys: passkeysFeature,
  apiKeys: apiKeysFeature,
  organizations: organizationsFeature,
  singleSignOn: singleSignOnFeature,
  scim: scimFeature,
  integrations: integrationsFeature,
  imports: importsFeature,
  catalogue: catalogueFeature,
  controls: controlsFeature,
  posture: postureFeature,
  scope: scopeFeature,
  ucf: ucfFeature,
  scores: scoresFeature,
  audit: auditFeature,
  securityEvents: securityEventsFeature,
  securityPush: securityPushFeature,
  checks: checksFeature,
  scans: scansFeature,
  derivation: derivationFeature,
  statusChanges: statusChangesFeature,
  planning: planningFeature,
  exceptions: exceptionsFeature,
  findings: findingsFeature,
  schedules: schedulesFeature,
  snapshots: snapshotsFeature,
  customChecks: customChecksFeature,
  evidence: evidenceFeature,
  remediation: remediationFeature,
  workItems: workItemsFeature,
  tickets: ticketsFeature,
  reports: reportsFeature,
  reportSchedules: reportSchedulesFeature,
  savedViews: savedViewsFeature,
  auditorLinks: auditorLinksFeature,
  webhooks: webhooksFeature,
  notifications: notificationsFeature,
  idempotency: idempotencyFeature,
  storage: storageFeature,
  edges: edgesFeature,
};
type FeatureName = keyof typeof FEATURES;

/** Declarations of all features, in the order of `FEATURES`. */
export const DECLARATIONS: readonly FeatureDeclaration[] = Object.values(FEATURES);

export const ACCESS = new AccessTable(DECLARATIONS);

/** Expected sizes of the lists of objects that are not connections, by `Type.field`. */
function listSizesOf(content: ContentCounts): ListSizes {
  return new Map(DECLARATIONS.flatMap((each) => Object.entries(each.listSizes?.(content) ?? {})));
}

/** What fields cost beyond what they answer, and how much that is expected to be. */
export function fieldCostsOf(content: ContentCounts): FieldCosts {
  return { listSizes: listSizesOf(content), costlyFields: COSTLY_FIELDS };
}

/** Root fields of which an operation may ask for one, once, with their units. */
export const COSTLY_FIELDS: CostlyFields = new Map(
  DECLARATIONS.flatMap((each) => Object.entries(each.costlyFields ?? {})),
);

/** Fields of answers that are cached, with the arguments with which they are not. */
export const CACHEABLE_FIELDS: CacheableFields = new Map(
  DECLARATIONS.flatMap((each) => Object.entries(each.cacheableFields ?? {})),
);

/** All columns with sealed secrets: after a rotation, one that is missing here could not be opened any more. */
export const SEALED_COLUMNS = [...DECLARATIONS.flatMap((each) => each.sealedColumns ?? []), ...MAIL_SEALED_COLUMNS];

/** Creates every feature from the platform and the features that it needs. */
export function createFeatures(
  given: Platform,
  { catalogue, connectors }: { catalogue: Catalogue; connectors: Connectors },
) {
  const owners = DECLARATIONS.flatMap((each) => each.objects ?? []);
  const objects = new CountedObjectStore(given.storage.objects, given.database, owners);
  const platform: Platform = { ...given, storage: { ...given.storage, objects } };
  const audit = FEATURES.audit.create(platform, catalogue);
  const storageQuota = new StorageQuota(storageLimitOf);
  const auth = FEATURES.auth.create(platform);
  const checks = FEATURES.checks.create(catalogue);
  const { engine } = checks.services;
  const integrations = FEATURES.integrations.create(platform, connectors);
  const scans = FEATURES.scans.create(platform, {
    catalogue,
    connectors,
    engine,
    storageQuota,
    ...integrations.services,
  });
  const schedules = FEATURES.schedules.create(platform, { catalogue, ...scans.services });
  const reports = FEATURES.reports.create(platform, { storageQuota, ...audit.services });
  const reportSchedules = FEATURES.reportSchedules.create(platform, reports.services);
  const notifications = FEATURES.notifications.create(platform);
  const organizations = FEATURES.organizations.create(platform, {
    ...auth.services,
    schedules: [
      schedules.services.schedules,
      reportSchedules.services.reportSchedules,
      notifications.services.notificationRules,
    ],
  });
  return {
    auth,
    passkeys: FEATURES.passkeys.create(platform, auth.services),
    apiKeys: FEATURES.apiKeys.create(platform, auth.services),
    organizations,
    singleSignOn: FEATURES.singleSignOn.create(platform, {
      ...auth.services,
      ...organizations.services,
      ...integrations.services,
    }),
    scim: FEATURES.scim.create(platform, { ...auth.services, ...organizations.services }),
    integrations,
    imports: FEATURES.imports.create(platform, { connectors, storageQuota, ...scans.services }),
    catalogue: FEATURES.catalogue.create(catalogue),
    controls: FEATURES.controls.create(),
    posture: FEATURES.posture.create(platform),
    scope: FEATURES.scope.create(),
    ucf: FEATURES.ucf.create(platform, catalogue),
    scores: FEATURES.scores.create(),
    audit,
    securityEvents: FEATURES.securityEvents.create(platform),
    securityPush: FEATURES.securityPush.create(platform),
    checks,
    scans,
    schedules,
    snapshots: FEATURES.snapshots.create(platform, engine),
    customChecks: FEATURES.customChecks.create(platform),
    evidence: FEATURES.evidence.create(platform, storageQuota),
    derivation: FEATURES.derivation.create(),
    statusChanges: FEATURES.statusChanges.create(),
    planning: FEATURES.planning.create(platform),
    exceptions: FEATURES.exceptions.create(platform, catalogue),
    findings: FEATURES.findings.create(),
    remediation: FEATURES.remediation.create(),
    workItems: FEATURES.workItems.create(platform),
    tickets: FEATURES.tickets.create(platform),
    reports,
    reportSchedules,
    savedViews: FEATURES.savedViews.create(),
    auditorLinks: FEATURES.auditorLinks.create(platform, auth.services),
    webhooks: FEATURES.webhooks.create(platform),
    notifications,
    idempotency: FEATURES.idempotency.create(platform),
    edges: FEATURES.edges.create(),
    storage: FEATURES.storage.create(platform, { objects, owners }),
  } satisfies Record<FeatureName, FeatureParts>;
}

/** Feature objects of a process. */
export type Features = ReturnType<typeof createFeatures>;
