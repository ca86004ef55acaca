import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/connectors/finding.js';
import { FRAMEWORK_ORDER, loadContent } from '../../src/modules/catalogue/content-load.js';
import { evaluatedDemo } from './demo-findings.js';

const SOURCES = new URL('../../../src', import.meta.url).pathname;
/** Number of scans in which every drift begins and ends; 30 days of daily scans are fewer. */
const SCANS = 60;

type Verdict = 'pass' | 'fail';
/** Verdicts by `framework control_id`, without controls that no finding decides. */
type Posture = Map<string, Verdict>;

describe('the posture of the demo company', () => {
  const postures: Posture[] = [];

  beforeAll(async () => {
    const controlsByCheck = controlsOfChecks();
    for (let scansBefore = 0; scansBefore < SCANS; scansBefore += 1) {
      postures.push(postureOf((await evaluatedDemo(scansBefore)).findings, controlsByCheck));
    }
  });

  it('has a passed and a failed control in every framework after every scan', () => {
    for (const posture of postures) {
      for (const framework of FRAMEWORK_ORDER) {
        const verdicts = verdictsOf(posture, framework);
        expect(verdicts).toContain('pass');
        expect(verdicts).toContain('fail');
      }
    }
  });

  it('passes 40 to 80 % of the decided controls of every framework after every scan', () => {
    for (const posture of postures) {
      for (const framework of FRAMEWORK_ORDER) {
        const percent = passedPercent(verdictsOf(posture, framework));
        expect(percent).toBeGreaterThanOrEqual(40);
        expect(percent).toBeLessThanOrEqual(80);
      }
    }
  });

  it('passes 50 to 75 % of the decided controls of every framework after the first scan', () => {
    for (const framework of FRAMEWORK_ORDER) {
      const percent = passedPercent(verdictsOf(postures[0], framework));
      expect(percent).toBeGreaterThanOrEqual(50);
      expect(percent).toBeLessThanOrEqual(75);
    }
  });

  it('changes a control of at least three frameworks from every scan to the next', () => {
    for (const [scansBefore, posture] of postures.entries()) {
      if (scansBefore === 0) continue;
      const flipped = flips(postures[scansBefore - 1], posture);
      const frameworks = new Set(flipped.map(({ control }) => control.split(' ')[0]));
      expect(frameworks.size).toBeGreaterThanOrEqual(3);
    }
  });

  it('changes controls of every framework in both directions within the first four scans', () => {
    const flipped = [1, 2, 3].flatMap((index) => flips(postures[index - 1], postures[index]));
    for (const framework of FRAMEWORK_ORDER) {
      const ways = flipped.filter(({ control }) => control.startsWith(`${framework} `)).map(({ to }) => to);
      expect(new Set(ways)).toEqual(new Set(['pass', 'fail']));
    }
  });
});

/** Controls by check: those to which its universal controls are mapped. */
function controlsOfChecks(): Map<string, string[]> {
  const content = loadContent(`${SOURCES}/content`);
  const byUniversalControl = new Map(
    content.domains
      .flatMap((domain) => domain.universal_controls)
      .map(({ code, mappings }) => [code, mappings.map((mapping) => `${mapping.framework} ${mapping.control_id}`)]),
  );
  const checks = content.checkFiles.flatMap((file) => file.checks);
  return new Map(
    checks.map(({ id, universal_controls }) => [
      id,
      universal_controls.flatMap((code) => byUniversalControl.get(code) ?? []),
    ]),
  );
}

/** A control fails where any finding fails, and passes where none does and one passes. */
function postureOf(findings: Finding[], controlsByCheck: Map<string, string[]>): Posture {
  const posture: Posture = new Map();
  for (const { check, status } of findings) {
    if (status === 'not_applicable') continue;
    for (const control of controlsByCheck.get(check.ruleId) ?? []) {
      if (status === 'fail' || !posture.has(control)) posture.set(control, status);
    }
  }
  return posture;
}

function verdictsOf(posture: Posture | undefined, framework: string): Verdict[] {
  const ofFramework = [...(posture ?? [])].filter(([control]) => control.startsWith(`${framework} `));
  return ofFramework.map(([, verdict]) => verdict);
}

function passedPercent(verdicts: Verdict[]): number {
  return (100 * verdicts.filter((verdict) => verdict === 'pass').length) / verdicts.length;
}

function flips(before: Posture | undefined, after: Posture | undefined): { control: string; to: Verdict }[] {
  return [...(after ?? [])]
    .filter(([control, verdict]) => before?.get(control) !== verdict)
    .map(([control, to]) => ({ control, to }));
}
