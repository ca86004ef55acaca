import { describe, expect, it } from 'vitest';
import { findingsOf, type Sound } from './sound-content.js';

/** SOC 2 declares two sites; A1 is of the first, A2 of the second. */
function withSites({ soc2 }: Sound, sites: Record<string, Record<string, string>> = {}): void {
  const values = [
    { value: 'north', name: 'Northern site' },
    { value: 'south', name: 'Southern site' },
  ];
  soc2.attributes.push({ key: 'site', name: 'Site', values });
  const attributes: Record<string, Record<string, string>> = { A1: { site: 'north' }, A2: { site: 'south' }, ...sites };
  for (const each of soc2.controls) each.attributes = attributes[each.control_id];
}

describe('attributes of controls', () => {
  it('are those that their framework declares, with values that it knows', () => {
    expect(findingsOf((content) => withSites(content))).toEqual([]);
  });

  it('have no value that the framework does not declare', () => {
    expect(findingsOf((content) => withSites(content, { A1: { site: 'north' }, A2: { site: 'west' } }))).toEqual([
      'frameworks/soc2.yaml A2 its site is west, which the framework does not declare',
      'frameworks/soc2.yaml site no control has the value south',
    ]);
  });

  it('have no key that the framework does not declare', () => {
    expect(findingsOf((content) => withSites(content, { A1: { site: 'north', floor: '3' } }))).toEqual([
      'frameworks/soc2.yaml A1 its floor is 3, which the framework does not declare',
    ]);
  });

  it('are not those of another framework', () => {
    expect(
      findingsOf((content) => {
        withSites(content);
        for (const each of content.cmmc.controls) if (each.control_id === 'L1') each.attributes = { site: 'north' };
      }),
    ).toEqual(['frameworks/cmmc.yaml L1 its site is north, which the framework does not declare']);
  });
});

describe('a value of an attribute', () => {
  it('is that of a control', () => {
    expect(findingsOf((content) => withSites(content, { A1: { site: 'south' } }))).toEqual([
      'frameworks/soc2.yaml site no control has the value north',
    ]);
  });
});
