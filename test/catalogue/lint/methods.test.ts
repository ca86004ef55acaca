import { describe, expect, it } from 'vitest';
import type { Method } from '../../../src/modules/catalogue/content-shapes.js';
import { findingsOf, makeManual, type Sound } from './sound-content.js';

const broken = ['ucf/t.yaml UCF-T-02 checks decide all that soc2 A2 asks for, which is manual'];

describe('a manual control', () => {
  it('does not ask for what a check decides', () => {
    expect(
      findingsOf((content) => {
        makeManual(content);
        content.check.decides = { 'UCF-T-02': [1, 2] };
      }),
    ).toEqual(broken);
  });

  it('does not ask for what a family of rules decides', () => {
    expect(
      findingsOf((sound) => {
        makeManual(sound);
        for (const family of sound.content.families)
          Object.assign(family, { decides: { 'UCF-T-02': [2] }, supports: [] });
      }),
    ).toEqual(broken);
  });

  it('is not alone in asking for an element that a check, a family of rules or a rule of Security Hub decides', () => {
    const found = findingsOf((sound) => {
      makeManual(sound);
      const decides = { 'UCF-T-02': [2] };
      for (const each of sound.domain.universal_controls) {
        for (const mapping of each.mappings) {
          if (mapping.control_id === 'A2') mapping.asks_more = true;
          if (mapping.control_id === 'A3') mapping.covers = [1];
        }
      }
      sound.check.decides = decides;
      for (const family of sound.content.families) Object.assign(family, { decides, supports: [] });
      const file = 'scanners/security-hub.yaml';
      sound.content.rules.push({
        scanner: 'security-hub',
        rule: 'S3.1',
        fails_only: false,
        decides,
        supports: [],
        file,
      });
    });
    const problem = 'decides of UCF-T-02 element 2, whose controls are all manual: it supports the universal control';
    expect(found).toEqual([
      `checks/aws/s3.yaml aws.s3.bucket-locked ${problem}`,
      `scanners/openscap.yaml linux.locks ${problem}`,
      `scanners/security-hub.yaml S3.1 ${problem}`,
    ]);
  });

  it('does not ask for what a rule of Security Hub decides', () => {
    expect(
      findingsOf((sound) => {
        makeManual(sound);
        sound.content.rules.push({
          scanner: 'security-hub',
          rule: 'S3.1',
          fails_only: false,
          decides: { 'UCF-T-02': [2] },
          supports: [],
          file: 'scanners/security-hub.yaml',
        });
      }),
    ).toEqual(broken);
  });

  it.each<[string, (content: Sound) => void]>([
    [
      'of a universal control of which checks decide other elements',
      ({ check }) => (check.decides = { 'UCF-T-02': [1, 3] }),
    ],
    [
      'of a universal control that checks support',
      ({ check }) => Object.assign(check, { decides: {}, supports: ['UCF-T-02'] }),
    ],
    [
      'that asks for more than checks decide',
      (content) => {
        content.check.decides = { 'UCF-T-02': [2] };
        for (const each of content.domain.universal_controls) {
          for (const mapping of each.mappings) if (mapping.control_id === 'A2') mapping.asks_more = true;
        }
      },
    ],
  ])('may be one %s', (_what, change) => {
    expect(
      findingsOf((content) => {
        makeManual(content);
        change(content);
      }),
    ).toEqual([]);
  });
});

describe('a control that is not manual', () => {
  it.each<Method>(['automated', 'hybrid'])('may ask for what checks decide: %s', (method) => {
    expect(
      findingsOf((content) => {
        for (const each of content.soc2.controls) if (each.control_id === 'A2') each.method = method;
        content.check.decides = { 'UCF-T-02': [2] };
      }),
    ).toEqual([]);
  });
});
