import { ITEM, presentResults } from '../../feature/item-results.js';
import type { PresentedShape, RestRow } from '../../feature/rest-row.js';
import { postureVersion } from '../posture/posture-version.js';

const ASSESSMENT = `
  id universalControl { id code title } status details evidenceIds assessedBy { id name } createdAt expiresAt
  expiredAssessmentId
  propagatedControls { control { id controlId framework { name } } previousStatus newStatus
    newAssurance { level shown needed } isHeldByFindings
    holdingChecks { universalControlCode integrationId integrationName ruleId title resourcesFailed } }`;

/** Flattens each control that the assessment reached into its entry. */
function presentAssessment(assessment: Record<string, unknown>): Record<string, unknown> {
  const propagated = assessment.propagated_controls as {
    control: { id: string; control_id: string; framework: { name: string } };
  }[];
  return {
    ...assessment,
    propagated_controls: propagated.map(({ control: { framework, ...control }, ...statuses }) => ({
      ...control,
      framework: framework.name,
      ...statuses,
    })),
  };
}

const PRESENTED: PresentedShape = {
  members: {
    'propagated_controls.id': 'propagated_controls.control.id',
    'propagated_controls.control_id': 'propagated_controls.control.control_id',
    'propagated_controls.framework': 'propagated_controls.control.framework.name',
    'propagated_controls.control': null,
  },
};

/** Source: specification, section 4, "UCF". */
export const ucfRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/ucf/domains',
    summary: 'Domains of the Unified Control Framework.',
    document: `query {
      data: ucfDomains { id code name description controlCount assessedCount compliantCount score assuredScore }
    }`,
  },
  {
    method: 'GET',
    path: '/api/ucf/controls',
    summary: 'Universal controls, by domain, by the frameworks that they cover, and by how they are assessed.',
    document: `query ($domain: String, $framework: String, $covers: [String!], $statuses: [AssessmentStatus!]) {
      data: universalControls(domain: $domain, framework: $framework, covers: $covers, statuses: $statuses) {
        id code title domain { id code name } assessment { status assessedAt assessedBy }
      }
    }`,
    parameters: { domain: { pattern: '^[A-Za-z]{3}$' } },
  },
  {
    method: 'GET',
    path: '/api/ucf/gap',
    version: postureVersion,
    summary: 'How far what one framework asks for covers each control of another.',
    document: `query (
      $from: String!, $to: String!, $relations: [Relationship!], $status: ControlStatus, $assurance: AssuranceLevel
    ) {
      data: gap(from: $from, to: $to, relations: $relations, status: $status, assurance: $assurance) {
        from to totalControls fullControls partControls noneControls
        controls { cover control { id controlId title status } universalControls { id code title } }
      }
    }`,
    errors: ['NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE'],
  },
  {
    method: 'GET',
    path: '/api/ucf/controls/{id}',
    summary: 'A universal control with its controls in every active framework.',
    document: `query ($id: ID!) {
      data: universalControl(id: $id) {
        id code title description elements auditQuestion exampleEvidence domain { id code name }
        assessment { status assessedAt assessedBy }
        mappings { id framework frameworkVersion relationship covers asksMore rationale corroborations
          control { id controlId title status } }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/ucf/coverage/{framework}',
    version: postureVersion,
    summary: 'Universal controls that cover a framework.',
    document: `query ($framework: String!) {
      data: coverage(framework: $framework) {
        framework version totalControls coveredControls coveragePercentage
        controls { universalControl { id code title } mappedControls { id controlId title } }
        uncoveredControls { id controlId title }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/ucf/scorecard',
    summary: 'Scores of the Unified Control Framework and of every active framework.',
    document: `query {
      data: scorecard {
        overallScore assuredOverallScore totalControls compliant partiallyCompliant nonCompliant notAssessed
        domains { id code name description controlCount assessedCount compliantCount score assuredScore }
        frameworks {
          framework version score assuredScore coveragePercentage freshnessPercentage totalControls passedControls
          assuredControls failedControls
          notApplicableControls notAssessedControls
        }
        generatedAt
      }
    }`,
  },
  {
    method: 'POST',
    path: '/api/ucf/assessments',
    summary: 'Assess a universal control, and with it every control that is mapped to it.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: CreateAssessmentInput!) {
      data: createAssessment(input: $input) { assessment { ${ASSESSMENT} } }
    }`,
    present: ({ assessment }) => presentAssessment(assessment as Record<string, unknown>),
    presented: { of: 'assessment', ...PRESENTED },
    extras: ({ id }) => ({ headers: { Location: `/api/ucf/assessments/${String(id)}` } }),
  },
  {
    method: 'POST',
    path: '/api/ucf/assessments/bulk',
    summary: 'Assess up to 50 universal controls: one result for each of them.',
    isIdempotent: true,
    document: `mutation ($input: CreateAssessmentsInput!) {
      data: createAssessments(input: $input) { results { assessment { ${ASSESSMENT} } ${ITEM} } }
    }`,
    present: presentResults(({ assessment, ...result }) => ({
      ...result,
      assessment: assessment === null ? null : presentAssessment(assessment as Record<string, unknown>),
    })),
    presented: {
      members: Object.fromEntries(
        Object.entries(PRESENTED.members).map(([member, from]) => [
          `results.assessment.${member}`,
          typeof from === 'string' ? `results.assessment.${from}` : from,
        ]),
      ),
    },
  },
  {
    method: 'GET',
    path: '/api/ucf/assessments',
    summary: 'Assessments of the organization, newest first.',
    list: 'streamed',
    document: `query (
      $universalControlId: ID, $status: AssessmentStatus, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: assessments(
        universalControlId: $universalControlId, status: $status, first: $first, after: $after, offset: $offset
      ) {
        nodes { ${ASSESSMENT} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
    present: presentAssessment,
    presented: PRESENTED,
  },
  {
    method: 'GET',
    path: '/api/ucf/assessments/{id}',
    summary: 'One assessment with the controls that it reached.',
    document: `query ($id: ID!) { data: assessment(id: $id) { ${ASSESSMENT} } }`,
    present: presentAssessment,
    presented: PRESENTED,
  },
];
