import { describe, expect, it } from 'vitest';
import { countStandings, matching } from '../../src/dashboard/app/pages/auditor/controls.rules.js';
import {
  failingAssessments,
  newestOf,
  provenMappings,
  STANDING_OF_PROOF,
} from '../../src/dashboard/app/pages/auditor/proof.rules.js';

describe('the controls that an auditor is shown', () => {
  const control = (
    controlId: string,
    status: 'passed' | 'failed' | 'not_assessed',
    level: 'full' | 'partial' | null = null,
  ) => ({ controlId, title: 'Backups', category: 'Availability', status, assurance: level && { level } });
  const controls = [
    control('A1.1', 'passed', 'full'),
    control('A1.2', 'passed', 'partial'),
    control('A1.3', 'failed'),
    control('A1.4', 'not_assessed'),
    control('A1.5', 'not_assessed'),
  ];

  it('are counted so that what passes in part is no full pass, and all of them are in the sum', () => {
    expect(countStandings(controls)).toEqual([
      { standing: 'full', count: 1 },
      { standing: 'partial', count: 1 },
      { standing: 'failed', count: 1 },
      { standing: 'not_assessed', count: 2 },
    ]);
  });

  it('are found by where they stand and by every word of code, title and category', () => {
    const found = (choice: Parameters<typeof matching>[1]) =>
      matching(controls, choice).map(({ controlId }) => controlId);
    expect(found({ standing: 'partial', words: '' })).toEqual(['A1.2']);
    expect(found({ standing: 'all', words: 'a1.4 backups' })).toEqual(['A1.4']);
    expect(found({ standing: 'full', words: 'A1.4' })).toEqual([]);
  });
});

describe('what proves a control to an auditor', () => {
  const mapping = (universalControl: string, state: string, isTested = false) => ({
    universalControl,
    state,
    isTested,
  });
  const judged = (universalControl: string, verdict: string) => ({ universalControl, verdict });

  it('stands with what fails first, by a test or by an assessment, and what an assessment shows is no proof by tests', () => {
    const mappings = [
      mapping('open', 'open'),
      mapping('trusted', 'open'),
      mapping('tested', 'shown', true),
      mapping('assessed', 'shown'),
      mapping('judged', 'open'),
      mapping('broken', 'contradicted'),
    ];
    const assessments = [
      judged('judged', 'partially_compliant'),
      judged('assessed', 'compliant'),
      judged('trusted', 'compliant'),
    ];
    const proven = provenMappings(mappings, { assessments, failing: failingAssessments('failed', assessments) });
    // What an assessment shows is shown in full, like a control that passes by it; what is met on trust is so in part.
    expect(
      proven.map(({ mapping: { universalControl }, proof, assessment }) => [
        universalControl,
        STANDING_OF_PROOF[proof],
        assessment?.verdict ?? null,
      ]),
    ).toEqual([
      ['judged', 'failed', 'partially_compliant'],
      ['broken', 'failed', null],
      ['tested', 'shown', null],
      ['assessed', 'shown', 'compliant'],
      ['trusted', 'part', 'compliant'],
      ['open', 'open', null],
    ]);
  });

  it('fails by no assessment where it does not fail', () => {
    expect(failingAssessments('passed', [judged('judged', 'non_compliant')])).toEqual([]);
  });

  it('shows the newest scan result of each kind and every upload', () => {
    const artifact = (id: number, type: string, title: string) => ({ id, type, title });
    const evidence = [
      artifact(1, 'auto', 'Scan result of A1.3'),
      artifact(2, 'manual', 'Minutes'),
      artifact(3, 'auto', 'Scan result of A1.3'),
      artifact(4, 'manual', 'Minutes'),
    ];
    expect(newestOf(evidence).map(({ id }) => id)).toEqual([1, 2, 4]);
  });
});
