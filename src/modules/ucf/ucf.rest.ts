import type { RestRow } from '../../feature.js';

/** Source: specification, section 4, "UCF". */
export const ucfRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/ucf/domains',
    summary: 'Domains of the Unified Control Framework.',
    document: `query {
      data: ucfDomains { id code name description controlCount assessedCount compliantCount score }
    }`,
  },
  {
    method: 'GET',
    path: '/api/ucf/controls/{id}',
    summary: 'A universal control with its controls in every active framework.',
    document: `query ($id: ID!) {
      data: universalControl(id: $id) {
        id code title description domain { id code name }
        assessment { status assessedAt assessedBy }
        mappings { id framework frameworkVersion relationship rationale corroborations control { id controlId title status } }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/ucf/coverage/{framework}',
    summary: 'Universal controls that cover a framework.',
    document: `query ($framework: String!) {
      data: coverage(framework: $framework) {
        framework version totalControls coveredControls coveragePercentage
        controls { universalControl { id code title } mappedControls { id controlId title } }
        uncoveredControls { id controlId title }
      }
    }`,
  },
];
