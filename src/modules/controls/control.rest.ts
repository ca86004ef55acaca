import type { RestRow } from '../../feature/rest-row.js';

/** Presents `not-applicable`, the verdict of a finding that GraphQL cannot spell. */
function presentControl({ latest_finding: finding, ...control }: Record<string, unknown>): Record<string, unknown> {
  const { status, ...rest } = (finding ?? {}) as Record<string, unknown>;
  const spelled = status === 'not_applicable' ? 'not-applicable' : status;
  return { ...control, latest_finding: finding === null ? null : { ...rest, status: spelled } };
}

/** REST rows. Source: specification, section 4, "Frameworks and controls". */
export const controlRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/compliance/frameworks',
    summary: 'The active frameworks.',
    document: `query { data: frameworks { id name slug version totalControls description } }`,
  },
  {
    method: 'GET',
    path: '/api/compliance/frameworks/{id}/controls',
    summary: 'Controls of a framework with their status.',
    document: `query (
      $id: String!, $level: Int, $status: ControlStatus, $category: String, $domain: String, $q: String, $sort: String
    ) {
      data: controls(
        framework: $id, level: $level, status: $status, category: $category, domain: $domain, q: $q, sort: $sort
      ) {
        id controlId title category status assurance { level shown needed } disputed maturityLevel
      }
    }`,
    parameters: {
      level: { minimum: 1, maximum: 3 },
      domain: { pattern: '^[A-Za-z]{3}$' },
      sort: { pattern: '^-?(control_id|category|status)(,-?(control_id|category|status))*$', default: 'control_id' },
    },
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
        remediation { summary effort steps { order title instruction command } references }
        assessment_history: history {
          id status previousStatus assurance previousAssurance source changedAt changedBy scanJobId assessmentId reason
        }
        scope { isInScope reason decision { id kind state outcome reason reviewAt proposedBy { id name } decidedBy { id name } decidedAt } }
        derivation {
          status since decidedBy isDisputed assurance { level shown needed }
          assessment { id status assessedAt assessedBy isSupported }
          scopeDecision { id kind reason reviewAt }
          mappings {
            mapping { universalControl { id code title } relationship }
            isFull state isTested isDisputed
            elements {
              number text state
              votes {
                integrationId integrationName result evaluatedAt scanJobId
                checks { ruleId title resourcesPassed resourcesFailed resourcesAccepted isPartial }
              }
            }
            assessment { id status assessedAt assessedBy isSupported }
          }
          missing { action universalControl { id code title } elements text }
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
];
