import type { RequestContext } from '../../context.js';
import type { RestRow } from '../../feature/rest-row.js';
import { postureVersion } from '../posture/posture-version.js';

/** Presents `not-applicable`, the verdict of a finding that GraphQL cannot spell. */
function presentControl({ latest_finding: finding, ...control }: Record<string, unknown>): Record<string, unknown> {
  const { status, ...rest } = (finding ?? {}) as Record<string, unknown>;
  const spelled = status === 'not_applicable' ? 'not-applicable' : status;
  return { ...control, latest_finding: finding === null ? null : { ...rest, status: spelled } };
}

/** Evidence, and what exceptions accept, comes and goes without a change of the posture; a moment that is still to come is refused. */
function listVersion(ctx: RequestContext, given: ReadonlySet<string>): string | null {
  return ['has_evidence', 'accepted', 'as_of'].some((each) => given.has(each)) ? null : postureVersion(ctx);
}

const FILTERS = `
  $level: Int, $levels: [Int!], $status: ControlStatus, $statuses: [ControlStatus!], $category: String, $categories: [String!],
  $disputed: Boolean, $accepted: Boolean, $assurance: AssuranceLevel, $hasEvidence: Boolean, $domain: String, $domains: [String!], $q: String,
  $sort: String, $orderBy: ControlOrder, $asOf: DateTimeISO`;

const FILTERED = `
  level: $level, levels: $levels, status: $status, statuses: $statuses, category: $category, categories: $categories,
  disputed: $disputed, accepted: $accepted, assurance: $assurance, hasEvidence: $hasEvidence, domain: $domain, domains: $domains, q: $q,
  sort: $sort, orderBy: $orderBy, asOf: $asOf`;

const LISTED = 'id controlId title category status assurance { level shown needed } disputed maturityLevel';

const ASSESSMENT = 'id status assessedAt assessedBy isSupported';
const CHECK = 'ruleId title resourcesPassed resourcesFailed resourcesAccepted isPartial';
const RESOURCE = 'resourceId name type region account summary exception { id reason expiresOn }';
const DERIVED = `
  status since reason reasonCode reasonDetail decidedBy isDisputed assurance { level shown needed } assessment { ${ASSESSMENT} }
  scopeDecision { id kind reason reviewAt } missing { action universalControl { id code title } elements text }`;
const DERIVED_MAPPING = `
  mapping { universalControl { id code title } relationship } isFull state isTested isDisputed oldestVoteAt newestVoteAt
  assessment { ${ASSESSMENT} }`;

const LEVEL = { minimum: 1, maximum: 3 };
const DOMAIN = { pattern: '^[A-Za-z]{3}$' };
const FILTER_PARAMETERS: NonNullable<RestRow['parameters']> = {
  level: LEVEL,
  levels: { items: LEVEL },
  domain: DOMAIN,
  domains: { items: DOMAIN },
  sort: { pattern: '^-?(control_id|category|status)(,-?(control_id|category|status))*$' },
};

/** REST rows. Source: specification, section 4, "Frameworks and controls". */
export const controlRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/compliance/frameworks',
    version: postureVersion,
    summary: 'The active frameworks.',
    document: `query { data: frameworks { id name slug version totalControls description } }`,
  },
  {
    method: 'GET',
    path: '/api/compliance/frameworks/{id}/controls',
    version: listVersion,
    summary: 'Controls of a framework with their status.',
    document: `query ($id: String!, ${FILTERS}) {
      data: controls(framework: $id, ${FILTERED}) { ${LISTED} }
    }`,
    parameters: FILTER_PARAMETERS,
  },
  {
    method: 'GET',
    path: '/api/compliance/controls',
    operationId: 'allControls',
    version: listVersion,
    summary: 'Controls of all active frameworks with their status.',
    document: `query ($framework: String, $frameworks: [String!], ${FILTERS}) {
      data: controls(framework: $framework, frameworks: $frameworks, ${FILTERED}) {
        ${LISTED} framework { id name version }
      }
    }`,
    parameters: FILTER_PARAMETERS,
    errors: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/api/compliance/controls/{id}',
    summary: 'A control with its evidence, latest finding, remediation, history and mappings.',
    document: `query ($id: ID!) {
      data: control(id: $id) {
        id controlId title description category auditQuestion exampleEvidence status assurance { level shown needed } disputed method
        attributes { key name value valueName } maturityLevel framework { id name version }
        evidence { id type title createdAt fileReference }
        latestFinding {
          id scanJobId status summary detectedAt evidenceKey
          resources { id name type region account check summary }
        }
        remediation { summary effort steps { order title instruction command } references documentation { title searchUrl } }
        assessment_history: history {
          id status previousStatus assurance previousAssurance source changedAt changedBy scanJobId assessmentId reason reasonCode reasonDetail
        }
        scope { isInScope reason decision { id kind status outcome reason reviewAt proposedBy { id name } decidedBy { id name } decidedAt } }
        derivation {
          ${DERIVED}
          mappings {
            ${DERIVED_MAPPING}
            elements {
              number text state
              votes { integrationId integrationName result evaluatedAt scanJobId checks { ${CHECK} } }
            }
          }
        }
        mappings { universalControl { id code title } relationship covers asksMore }
      }
    }`,
    present: presentControl,
    presented: {
      members: {
        'latest_finding.status': {
          'x-type': 'ScanResultStatus',
          type: 'string',
          enum: ['pass', 'fail', 'not-applicable'],
        },
      },
    },
  },
  {
    method: 'GET',
    path: '/api/compliance/controls/{id}/derivation',
    operationId: 'controlDerivation',
    summary:
      'Why a control has its status, now or as of a moment, with the resources on which its checks fail. Our addition to the specification.',
    document: `query ($id: ID!, $asOf: DateTimeISO) {
      data: control(id: $id) {
        id controlId title method framework { id name version }
        derivation(asOf: $asOf) {
          ${DERIVED} partialAssessments
          mappings {
            ${DERIVED_MAPPING}
            elements {
              number text state
              votes {
                integrationId integrationName result isAccepted evaluatedAt laterScanAt scanJobId
                checks { ${CHECK} failing(first: 20) { ${RESOURCE} } }
              }
            }
            supporting { integrationId integrationName evaluatedAt scanJobId ${CHECK} }
          }
        }
      }
    }`,
  },
];
