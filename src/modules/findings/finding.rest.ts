import type { RestRow } from '../../feature/rest-row.js';

const RESOURCE = 'id resourceId name type region account';

const CHECK = 'id title fault severity provider isKnown verdicts { failing accepted passing total }';

const FINDING = `
  id resourceId resource { ${RESOURCE} } check { id title fault severity } fault scanner ruleId status severity summary
  firstSeenAt lastSeenAt ageDays isCurrent integration { id name type }
  exception { id status expiresOn reason }`;

/** Variables of the conditions on findings, without those of a scan. */
const FILTER = `
  $resource: ID, $resourceId: String, $resourceIdContains: String, $resourceIdStartsWith: String, $search: String, $checkId: [String!],
  $severity: [Severity!], $status: [FindingStatus!], $framework: String, $controlId: String, $universalControl: String,
  $integrationId: ID, $integrationType: String, $account: String, $region: String, $exception: Boolean, $onHold: Boolean, $ofFailedControl: Boolean,
  $firstSeenFrom: DateTimeISO, $firstSeenTo: DateTimeISO, $lastSeenFrom: DateTimeISO, $lastSeenTo: DateTimeISO`;

const PAGE = '$orderBy: FindingOrder, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!';

const CONDITIONS = `
  resource: $resource, resourceId: $resourceId, resourceIdContains: $resourceIdContains,
  resourceIdStartsWith: $resourceIdStartsWith, search: $search, checkId: $checkId, severity: $severity, status: $status,
  framework: $framework, controlId: $controlId, universalControl: $universalControl, integrationId: $integrationId,
  integrationType: $integrationType, account: $account, region: $region, exception: $exception, onHold: $onHold, ofFailedControl: $ofFailedControl,
  firstSeenFrom: $firstSeenFrom, firstSeenTo: $firstSeenTo, lastSeenFrom: $lastSeenFrom, lastSeenTo: $lastSeenTo`;

const RESOURCE_FILTER = `
  $resourceId: String, $idContains: String, $search: String, $type: String, $account: String, $region: String,
  $integrationId: ID, $status: ResourceStatus, $worstSeverity: [Severity!]`;

const RESOURCE_CONDITIONS = `
  resourceId: $resourceId, idContains: $idContains, search: $search, type: $type, account: $account, region: $region,
  integrationId: $integrationId, status: $status, worstSeverity: $worstSeverity`;

function findings(scan: { variable: string; type: string }): string {
  return `query ($${scan.variable}: ${scan.type}, ${FILTER}, ${PAGE}) {
    data: findings(
      where: { scanId: $${scan.variable}, ${CONDITIONS} }, orderBy: $orderBy, first: $first, after: $after, offset: $offset
    ) {
      nodes { ${FINDING} }
      pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
    }
  }`;
}

/** Columns of findings as CSV. */
const COLUMNS = {
  id: 'id',
  status: 'status',
  severity: 'severity',
  check_id: 'check.id',
  check_title: 'check.title',
  scanner: 'scanner',
  rule_id: 'rule_id',
  resource_id: 'resource_id',
  resource_name: 'resource.name',
  resource_type: 'resource.type',
  region: 'resource.region',
  account: 'resource.account',
  integration_id: 'integration.id',
  integration_name: 'integration.name',
  integration_type: 'integration.type',
  summary: 'summary',
  first_seen_at: 'first_seen_at',
  last_seen_at: 'last_seen_at',
  age_days: 'age_days',
  is_current: 'is_current',
  exception_id: 'exception.id',
  exception_status: 'exception.status',
  exception_expires_on: 'exception.expires_on',
  exception_reason: 'exception.reason',
};

/** Findings and resources. Our choice: the specification is silent. */
export const findingRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/findings',
    summary: 'Verdicts of checks on resources: those that are current, or those of a scan.',
    list: 'paged',
    hasCursor: true,
    table: COLUMNS,
    document: findings({ variable: 'scanId', type: 'ID' }),
  },
  {
    method: 'GET',
    path: '/api/findings/facets',
    summary:
      'Numbers of findings by status, severity, integration, framework and check, each regardless of the filter on itself.',
    document: `query ($scanId: ID, ${FILTER}, $first: Int, $orderBy: CheckFacetOrder) {
      data: findingFacets(where: { scanId: $scanId, ${CONDITIONS} }) {
        total verdicts { failing accepted passing notApplicable unknown } statuses { status count } severities { severity count } integrations { integration { id name type } count }
        frameworks { framework { id name } count } ofFailedControl checkCount
        checks(first: $first, orderBy: $orderBy) { check { id title fault severity } count severity failedControls }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/findings/{id}',
    summary: 'A finding, as it is now or was last, with its history and the controls that its check leads to.',
    document: `query ($id: ID!) {
      data: finding(id: $id) {
        ${FINDING} isReopened history { status summary from until } commands { step command }
        controls { id controlId framework { name } status }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/scans/{scan_job_id}/findings',
    operationId: 'scanFindings',
    summary: 'Everything that a scan found.',
    list: 'paged',
    hasCursor: true,
    table: COLUMNS,
    document: findings({ variable: 'scanJobId', type: 'ID!' }),
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/resources',
    summary: 'Resources with a current finding.',
    list: 'paged',
    hasCursor: true,
    document: `query (
      ${RESOURCE_FILTER}, $orderBy: ResourceOrder, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: resources(
        where: { ${RESOURCE_CONDITIONS} }, orderBy: $orderBy, first: $first, after: $after, offset: $offset
      ) {
        nodes {
          ${RESOURCE} firstSeenAt lastSeenAt integration { id name type } verdicts { failing accepted passing total worstSeverity }
        }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/resources/facets',
    summary:
      'Numbers of resources by what checks say of them, severity, type, account, region and integration, each regardless of the filter on itself.',
    document: `query (${RESOURCE_FILTER}) {
      data: resourceFacets(where: { ${RESOURCE_CONDITIONS} }) {
        total statuses { status count } severities { severity count } integrations { integration { id name type } count }
        typeCount types { value count } accountCount accounts { value count } regionCount regions { value count }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/resources/{id}',
    summary:
      'A resource with what checks say of it, the controls that these lead to, and those that fail because of it.',
    document: `query ($id: ID!) {
      data: resource(id: $id) {
        ${RESOURCE} firstSeenAt lastSeenAt integration { id name type } verdicts { failing accepted passing total worstSeverity }
        findings {
          id check { id title fault severity } fault scanner ruleId status severity summary firstSeenAt lastSeenAt ageDays
          exception { id status expiresOn reason }
        }
        controls { id controlId title framework { name } status }
        failingControls { id controlId title framework { name } status }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/checks',
    summary: 'Checks of the catalogue and whatever else findings are of, by id.',
    list: 'paged',
    hasCursor: true,
    document: `query (
      $id: [String!], $severity: [Severity!], $status: CheckStatus, $framework: String, $controlId: String, $provider: String,
      $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: checks(
        where: {
          id: $id, severity: $severity, status: $status, framework: $framework, controlId: $controlId, provider: $provider
        }, first: $first, after: $after, offset: $offset
      ) {
        nodes { ${CHECK} }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/checks/{id}',
    summary: 'A check with its controls, and how to make it pass.',
    document: `query ($id: String!) {
      data: check(id: $id) {
        ${CHECK} description controls { id controlId framework { name } status }
        remediation { summary effort steps { order title instruction command } references documentation { title searchUrl } }
      }
    }`,
  },
];
