import { beforeAll, describe, expect, it } from 'vitest';
import { FIRST_ASSESSMENTS } from '../../src/demo/content/first-assessments.js';
import { AUDIT_DAYS } from '../../src/demo/content/later-assessments.js';
import { FRAMEWORK_ORDER } from '../../src/modules/catalogue/content-load.js';
import type { Control } from '../../src/modules/catalogue/catalogue.js';
import { FindingAggregate } from '../../src/modules/scans/finding-aggregate.rules.js';
import type { ResultStatus } from '../../src/modules/scans/scan-states.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { evaluatedDemo } from './demo-findings.js';

/** Enough for every drift to begin and end, and for 30 days of daily scans. */
const SCANS = 60;

const CATALOGUE = catalogueOf();

/** Scan result of every control. */
type Posture = Map<Control, ResultStatus>;

/** Controls that the first assessments reach as met, but for those that others reach as not met. */
const ASSESSED = new Set(
  FIRST_ASSESSMENTS.filter(({ status }) => status === 'compliant').flatMap(({ code }) => controlsUnder(code)),
);
const UNMET = new Set(
  FIRST_ASSESSMENTS.filter(({ status }) => status !== 'compliant').flatMap(({ code }) => controlsUnder(code)),
);

describe('the posture of the demo company', () => {
  const postures: Posture[] = [];

  beforeAll(async () => {
    for (let scansBefore = 0; scansBefore < SCANS; scansBefore += 1) {
      const aggregate = new FindingAggregate(CATALOGUE, CATALOGUE.controls);
      for (const finding of (await evaluatedDemo(scansBefore)).findings) aggregate.add('demo', finding);
      postures.push(new Map(aggregate.results().map(({ control, status }) => [control, status])));
    }
  });

  it('has a failed control in every framework after every scan', () => {
    for (const posture of postures) {
      for (const slug of FRAMEWORK_ORDER) expect(countOf(posture, slug, 'fail')).toBeGreaterThan(0);
    }
  });

  it('has a passed control in every framework after every scan, by tests or by the first assessments', () => {
    for (const posture of postures) {
      for (const slug of FRAMEWORK_ORDER) {
        const passed = [...posture].filter(
          ([control, result]) =>
            control.framework.slug === slug &&
            (result === 'pass' || (result !== 'fail' && ASSESSED.has(control) && !UNMET.has(control))),
        );
        expect(passed.length).toBeGreaterThan(0);
      }
    }
  });

  it('has assessments of universal controls that no check decides anything of, each once', () => {
    const decided = new Set(
      CATALOGUE.checks.flatMap(({ decides }) => decides.map((each) => each.universalControl.code)),
    );
    const codes = [...FIRST_ASSESSMENTS, ...AUDIT_DAYS.flatMap(({ assessed }) => assessed)].map(({ code }) => code);
    expect(codes.filter((code) => decided.has(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('changes a control of at least three frameworks from every scan to the next', () => {
    for (const [scansBefore, posture] of postures.entries()) {
      if (scansBefore === 0) continue;
      const moved = flips(postures[scansBefore - 1], posture);
      expect(new Set(moved.map(({ control }) => control.framework)).size).toBeGreaterThanOrEqual(3);
    }
  });

  it('begins and ends failures of every framework within the first ten scans', () => {
    const moved = postures.slice(1, 10).flatMap((posture, index) => flips(postures[index], posture));
    for (const slug of FRAMEWORK_ORDER) {
      const own = moved.filter(({ control }) => control.framework.slug === slug);
      expect(own.some(({ to }) => to === 'fail')).toBe(true);
      expect(own.some(({ from }) => from === 'fail')).toBe(true);
    }
  });
});

function controlsUnder(code: string): Control[] {
  const found = CATALOGUE.universalControls.find((each) => each.code === code);
  return found?.mappings.map(({ control }) => control) ?? [];
}

function countOf(posture: Posture, slug: string, wanted: ResultStatus): number {
  return [...posture].filter(([{ framework }, result]) => framework.slug === slug && result === wanted).length;
}

function flips(
  before: Posture | undefined,
  after: Posture,
): { control: Control; from?: ResultStatus; to: ResultStatus }[] {
  return [...after]
    .filter(([control, result]) => before?.get(control) !== result)
    .map(([control, to]) => {
      const from = before?.get(control);
      return { control, to, ...(from ? { from } : {}) };
    });
}
