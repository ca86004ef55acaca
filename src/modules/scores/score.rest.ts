import type { RestRow } from '../../feature/rest-row.js';

/** REST rows: our addition to the specification. */
export const scoreRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/ucf/heatmap',
    summary: 'Scores of every active framework in every domain.',
    document: `query {
      data: heatmap {
        domains { id code name }
        frameworks {
          framework
          cells {
            domain score assuredScore change totalControls passedControls assuredControls failedControls notAssessedControls
            notApplicableControls evidenceAgeDays
          }
        }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/ucf/score-history',
    summary: 'Changes of the overall score and of those of frameworks.',
    document: `query ($framework: String, $from: DateTimeISO, $to: DateTimeISO) {
      data: scoreHistory(framework: $framework, from: $from, to: $to) {
        scope framework hasEarlier
        points {
          at previousScore score previousAssuredScore assuredScore passedControls assuredControls totalControls scanJobId assessmentId
        }
      }
    }`,
  },
];
