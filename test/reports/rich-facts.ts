import type { ReportFacts } from '../../src/modules/reports/report-facts.js';
import { artifact, AS_OF, byAssessment, byScan, daysAgo, facts, failing, report } from './tiny-facts.js';

/** Names and words of people and content in `RICH`, none of them a word that a report says itself. */
export const QUOTED = [
  ...['Müller & Söhne – Kraków', 'SOC 2', 'PCI DSS', 'Zoë', 'Anbindung Eins', 'Regelwerk', 'CROSSWALK', 'Crosswalk'],
  ...['Seen by the auditor.', 'The action is refused.', 'Rule one; Rule two', 'Check one', 'Check two', 'Artifact 1'],
  ...['Artifact 2', 'Artifact 3', 'Repair one.', 'Repair two.', 'Step of one', 'Step of two', 'Do one', 'Do two'],
];

const OWN = { title: 'Check one', integration: 'Anbindung Eins', resourcesPassed: 2, resourcesAccepted: 0 };
const FAILED =
  '3 checks of 5 failed on 2 resources: Rule one; Rule two; and 1 more. Findings on 1 resource are accepted.';
const PARTLY =
  '1 of 3 checks passed, 1 could not look (The action is refused.), 1 did not run: this does not show all that the control asks for. 2 other checks ran and are evidence for it.';

const DECISION = {
  id: '3b0c7c3e-6d0f-4c57-9a53-0c1d6f3c7a10',
  kind: 'exclusion',
  outcome: null,
  reason: 'Zoë',
  proposedBy: { id: 'a', name: 'Zoë' },
  decidedBy: { id: 'a', name: 'Zoë' },
  decidedAt: daysAgo(9),
  reviewAt: daysAgo(-9),
} as unknown as ReportFacts['controls'][number]['scopeDecision'];

/** A report with every status and kind of decision, withdrawn and expired evidence, an exception, and two scans. */
export const RICH: ReportFacts = report(
  [
    facts('CC1.1', 'failed', {
      decision: byScan(FAILED, 'high'),
      failingRules: [...failing('one'), ...failing('two')],
      resources: [
        {
          id: 'r-1',
          name: null,
          type: 'thing',
          region: null,
          account: null,
          check: 'Check one',
          summary: 'Rule one; Rule two',
        },
      ],
      resourcesTotal: 2,
      findingsPaths: ['/api/findings?x=1'],
      evidence: {
        automatic: 40,
        manual: 1,
        inDate: 2,
        listed: [
          artifact(1, 2),
          artifact(2, 45, { withdrawnAt: daysAgo(1), withdrawalReason: 'personal_data' }),
          artifact(3, 400, { type: 'manual', expiresAt: daysAgo(3) }),
        ],
      },
    }),
    facts('CC1.2', 'passed', {
      assurance: { level: 'full', shown: 1, needed: 1 },
      decision: byScan('1 check passed on 2 resources.', null),
      passedChecks: [OWN],
      statusSince: daysAgo(3),
    }),
    facts('CC1.10', 'not_assessed', {
      decision: byScan(PARTLY, null),
      evidence: { automatic: 1, manual: 0, inDate: 0, listed: [artifact(2, 45)] },
    }),
    facts('CC2.1', 'not_applicable', { scopeDecision: DECISION }),
    facts('CC1.2', 'failed', { decision: byAssessment('partially_compliant', 400), isDisputed: true }),
    facts('CC2.1', 'not_assessed'),
    facts('CC1.10', 'passed', { decision: null }),
  ],
  { '1.1': 'failed' },
  {
    selectedValues: ['Regelwerk'],
    sources: [{ name: 'Anbindung Eins', type: 'aws', scannedAt: daysAgo(1) }],
    exceptions: [
      {
        ...{ id: '4b0c7c3e-6d0f-4c57-9a53-0c1d6f3c7a10', controlNos: [], scanner: 'prowler', ruleId: 'prowler_one' },
        ...{ title: 'Check one', resource: 'r-9', isPattern: false, resources: 1, reason: 'Zoë' },
        ...{
          compensatingMeasure: 'Zoë',
          owner: 'Zoë',
          approvedBy: 'Zoë',
          approvedAt: daysAgo(9),
          expiresOn: '2026-05-01',
        },
      },
    ],
    trend: [daysAgo(2), daysAgo(1)].map((completedAt, index) => ({
      scanJobId: `scan-${index}`,
      completedAt,
      statuses: ['failed', index === 0 ? 'failed' : 'passed', 'passed', 'passed', 'passed', 'failed', 'failed'],
      assurances: [0, 128, 0, 0, 0, 0, 0],
    })),
    asOf: AS_OF,
  },
);
