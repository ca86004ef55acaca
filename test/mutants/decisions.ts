import { of } from './mutant.js';

/** The status decision, scores, the ledger and the audit trail. */
export const DECISIONS = [
  ...of(
    'src/modules/posture/tested-status.rules.ts',
    ['posture/decision-rules'],
    [
      [
        'one contradiction fails a control',
        "if (mappings.some(({ isContradicted }) => isContradicted)) return 'failed';",
        '',
      ],
      ['what could not be looked at does not pass', 'if (mappings.some(({ isHeld }) => isHeld)) return null;', ''],
      ['a part does not pass a whole', 'isFull && isTested', 'isTested'],
    ],
  ),
  ...of(
    'src/modules/posture/decision.rules.ts',
    ['posture/decision-rules'],
    [
      ['a failed test is not judged away', "if (tested === 'failed') return byTests;", ''],
      ['an assessment counts where it is newer', 'assessedAt.getTime() > votedAt', 'true'],
      [
        'the worst assessment counts',
        'VERDICTS.indexOf(a.status) - VERDICTS.indexOf(b.status)',
        'VERDICTS.indexOf(b.status) - VERDICTS.indexOf(a.status)',
      ],
      [
        'an assessment without support shows nothing',
        "assessment?.status === 'compliant' && assessment.isSupported",
        "assessment?.status === 'compliant'",
      ],
      ['parts pass together', 'const arePartsMet = parts.every(', 'const arePartsMet = parts.some('],
    ],
  ),
  ...of(
    'src/modules/posture/assurance.rules.ts',
    ['posture/assurance-rules', 'posture/decision-rules', 'posture/status-decision', 'controls/control-list'],
    [
      [
        'a single part leaves something out',
        'shown === mappings.length && mappings.length > 1',
        'shown === mappings.length',
      ],
      ['only what passed is assured', "if (status !== 'passed') return null;", ''],
    ],
  ),
  ...of(
    'src/modules/posture/score.rules.ts',
    ['scores/score.rules', 'posture/score-formula'],
    [['only what passes counts', "results.filter(({ status }) => status === 'pass')", 'results.filter(() => true)']],
  ),
  ...of(
    'src/modules/scans/element-result.rules.ts',
    ['scans/element-votes-rules', 'scans/finding-aggregate-rules', 'scans/scan-results', 'posture/posture-after-scans'],
    [
      [
        'one failing resource fails',
        'RANKS[result] > RANKS[known] ? result : known',
        'RANKS[result] < RANKS[known] ? result : known',
      ],
      ['no evidence is not a pass', 'isComplete && ran.flat().some(({ passed }) => passed.length > 0)', 'isComplete'],
      [
        'a manual control is not passed by tests',
        "isTested: method !== 'manual' && results.every",
        'isTested: results.every',
      ],
    ],
  ),
  ...of(
    'src/modules/posture/status-decision.sql.ts',
    ['posture/status-ledger', 'posture/status-decision'],
    [
      [
        'the posture follows the ledger',
        'array_position(names, status) - 1 from changed',
        'array_position(names, previous_status) - 1 from changed',
      ],
      [
        'a posture has a new version',
        'update postures set version = version + 1',
        'update postures set version = version',
      ],
    ],
  ),
  ...of(
    'src/modules/audit/trail-verification.ts',
    ['operations/audit', 'audit/signed-heads'],
    [
      [
        'a removed entry is noticed',
        "if (entry.sequence !== before.count + 1) return 'a row before it is missing';",
        '',
      ],
      [
        'a changed entry is noticed',
        "return hashOfText(entry.text) === entry.hash ? null : 'it was changed';",
        'return null;',
      ],
      [
        'an entry follows from the one before it',
        "if (entry.previousHash !== before.head) return 'it does not follow from the row before it';",
        '',
      ],
      ['a signed head is compared', 'if (!heads.every(isSameAsSigned))', 'if (false)'],
    ],
  ),
  ...of(
    'src/modules/audit/event-verification.ts',
    ['audit/event-digests'],
    [
      ['a changed event is noticed', "else if (this.tree.root().toString('hex') !== root)", 'else if (false)'],
      ['a missing event is noticed', 'else if (this.tree.size < count)', 'else if (false)'],
      ['retention is believed for old events alone', 'if (!isTimely(expiry, digests))', 'if (false)'],
      ['digests follow each other', 'first !== (digests[place - 1]?.last ?? 0) + 1', 'false'],
    ],
  ),
  ...of(
    'src/platform/crypto/merkle.rules.ts',
    ['platform/crypto/merkle.rules'],
    [['leaves and nodes are distinguished', 'Buffer.from([1])', 'Buffer.from([0])']],
  ),
];
