import type { RestRow } from '../../feature/rest-row.js';

const GAIN =
  'passes passesInFull passesInPart scoreControls assuredScoreControls scorePoints assuredScorePoints overallPoints score assuredScore';
const CONTROL = 'id controlId title framework { name }';

/** Hypotheses over REST. They take a body, and write nothing: our choice. */
export const planningRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/compliance/what-if',
    summary: 'What would follow from repairs, assessments and activated frameworks.',
    document: `query ($input: WhatIfInput!) {
      data: whatIf(input: $input) {
        changes {
          control { ${CONTROL} } previousStatus newStatus previousAssurance { level shown needed }
          newAssurance { level shown needed }
        }
        scores { scope framework previousScore newScore previousAssuredScore newAssuredScore }
        events { event count subscriptions webhookIds }
      }
    }`,
    errors: ['NOT_FOUND', 'LICENSE_LIMIT_REACHED'],
  },
  {
    method: 'POST',
    path: '/api/compliance/plan',
    summary: 'Few repairs and judgements that reach a score, or pass named controls.',
    document: `query ($input: PlanInput!) {
      data: plan(input: $input) {
        steps {
          order kind checkId universalControl { id code title } title fault failingResources
          remediation { summary effort steps { order title instruction command } references documentation { title searchUrl } }
          controls { id controlId status } alone { ${GAIN} } cumulative { ${GAIN} }
        }
        failingFirst isReached score scoreAfter assuredScore assuredScoreAfter bound leftOutCount leftOut {
          control { ${CONTROL} } reason holds { integrationId integrationName reasons }
        }
      }
    }`,
    errors: ['NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE', 'RATE_LIMITED'],
  },
];
