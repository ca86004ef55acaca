import { describe, expect, it } from 'vitest';
import { loadContent } from '../../../src/modules/catalogue/content-load.js';
import { lintContent } from '../../../src/modules/catalogue/lint/lint.rules.js';
import { lintSays } from '../../../src/modules/checks/lint-says.rules.js';
import { textsOf } from '../../../src/modules/catalogue/lint/texts.rules.js';
import { CONTENT_DIRECTORY, CONTROL_COUNT, UNIVERSAL_CONTROL_COUNT } from '../shipped.js';

const content = loadContent(CONTENT_DIRECTORY);

describe('the shipped content', () => {
  it('has no finding', () => {
    expect(lintContent(content)).toEqual([]);
  });

  it('says of no resource a bare true or false, or the name of a property', () => {
    expect(lintSays(content)).toEqual([]);
  });

  it('is read whole: every description, rationale and step is among the texts', () => {
    const counted = (kind: string) => textsOf(content).filter((text) => text.kind === kind).length;
    expect(counted('description')).toBe(CONTROL_COUNT + UNIVERSAL_CONTROL_COUNT);
    expect(counted('audit question')).toBe(CONTROL_COUNT + UNIVERSAL_CONTROL_COUNT);
    const mappings = content.domains.flatMap(({ universal_controls: all }) => all.flatMap((each) => each.mappings));
    expect(counted('rationale')).toBe(mappings.length);
    const checks = content.checkFiles.flatMap((file) => file.checks);
    expect(counted('check rationale')).toBe(checks.length);
    expect(counted('check fault')).toBe(checks.length);
  });
});
