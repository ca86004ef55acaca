import { describe, expect, it } from 'vitest';
import {
  completionsAt,
  completionsInSentence,
  typeOf,
  type Shapes,
} from '../../src/dashboard/app/pages/checks/cel-completion.rules.js';
import { inputOf, keyOf, NEW_CHECK, valuesOf } from '../../src/dashboard/app/pages/checks/check-form.rules.js';

const PROPERTIES: Shapes = {
  encryption: { type: 'string', nullable: true, description: 'Default encryption.' },
  block: { type: 'object', properties: { block_acls: { type: 'boolean' }, block_policy: { type: 'boolean' } } },
  rules: {
    type: 'list',
    of: { type: 'object', properties: { enabled: { type: 'boolean' }, ids: { type: 'list', of: { type: 'string' } } } },
  },
  tags: { type: 'map', of: { type: 'string' } },
};

/** Labels that are offered at the mark `|` of an expression. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return completionsAt(marked.replace('|', ''), caret, PROPERTIES).options.map(({ label }) => label);
};

describe('completion of an expression', () => {
  it.each([
    ['r|', ['resource', 'region']],
    ['size(resource.e|', ['encryption']],
    ['resource.|', ['encryption', 'block', 'rules', 'tags']],
    ['resource.block.block_p| && true', ['block_policy']],
    ['resource.BL|', ['block']],
    ['resource.encryption.st|', ['startsWith(']],
    ['resource.rules.e|', ['exists(']],
    ['resource.rules.exists(rule, rule.|', ['enabled', 'ids']],
    ['resource.rules.exists(rule, ru|', ['rule']],
    ['resource.rules.all(r, r.ids.exists(each, each.ends|', ['endsWith(']],
    ['resource.tags.Owner.con|', ['contains(']],
    ['resource.tags.exists(key, key.m|', ['matches(']],
    // Nothing where nothing is known, and within a text.
    ['|', []],
    ['resource.nothing.|', []],
    ['size(resource.rules).|', []],
    ['resource.rules[0].|', []],
    ['name == "r|', []],
    [`name == 'it\\'s r|`, []],
    ['resource.encryption|', []],
  ])('%s', (marked, expected) => expect(at(marked)).toEqual(expected));

  it('replaces the word before the caret alone, and says what it is', () => {
    expect(completionsAt('resource.enc == null', 12, PROPERTIES)).toEqual({
      from: 9,
      options: [{ label: 'encryption', type: 'string, or null', description: 'Default encryption.' }],
    });
  });

  it('is that of the braces in a sentence, and of nothing around them', () => {
    const inSentence = (marked: string) =>
      completionsInSentence(marked.replace('|', ''), marked.indexOf('|'), PROPERTIES);
    expect(inSentence('Bucket {resource.enc|} is here')).toMatchObject({
      from: 17,
      options: [{ label: 'encryption' }],
    });
    expect(inSentence('Bucket {name} is re|').options).toEqual([]);
    expect(inSentence('re|').options).toEqual([]);
  });

  it('names types of lists and maps with what they hold', () => {
    expect(typeOf({ type: 'list', of: { type: 'string' }, nullable: true })).toBe('list of string, or null');
  });
});

describe('the form of a custom check', () => {
  it('makes a key of the statement, as the service accepts it', () => {
    expect(keyOf('Buckets are in the EU!')).toBe('buckets-are-in-the-eu');
    expect(keyOf('Überprüfte Größen')).toBe('u-berpru-fte-gro-en');
    expect(keyOf('a'.repeat(70))).toHaveLength(60);
    expect(keyOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
  });

  it('gives back what is stored, and no remediation where there is none', () => {
    const logic = { resourceType: 'AwsS3Bucket', applies: null, passes: 'true', saysPass: 'Yes', saysFail: 'No' };
    const texts = { title: 'In the EU', severity: 'high' as const, description: 'Where.', rationale: 'Law.' };
    const remediation = {
      effort: 'low' as const,
      summary: 'Move it.',
      steps: [{ title: 'Move', instruction: 'Copy it.', command: null }],
    };
    const stored = { key: 'in-eu', ...logic, ...texts, universalControls: [{ code: 'UCF-DAT-01' }] };
    expect(inputOf(valuesOf({ ...stored, remediation: null }))).toEqual({
      ...logic,
      ...texts,
      universalControls: ['UCF-DAT-01'],
    });
    expect(inputOf(valuesOf({ ...stored, remediation }))).toMatchObject({ remediation });
    expect(inputOf({ ...NEW_CHECK, applies: '  ' }).applies).toBeNull();
  });
});
