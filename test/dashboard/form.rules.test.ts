import { describe, expect, it } from 'vitest';
import { faultOf, type FaultyField } from '../../src/dashboard/app/parts/form.rules.js';

describe('the fault of a field', () => {
  it.each([
    ['INPUT', 'text', { valueMissing: true }, 'missing'],
    ['TEXTAREA', 'textarea', { valueMissing: true }, 'missing'],
    ['SELECT', 'select-one', { valueMissing: true }, 'unchosen'],
    ['INPUT', 'radio', { valueMissing: true }, 'unchosen'],
    ['INPUT', 'file', { valueMissing: true }, 'unchosen'],
    ['INPUT', 'checkbox', { valueMissing: true }, 'unticked'],
    ['INPUT', 'email', { typeMismatch: true }, 'email'],
    ['INPUT', 'url', { typeMismatch: true }, 'url'],
    ['INPUT', 'password', { tooShort: true }, 'short'],
    ['INPUT', 'text', {}, 'wrong'],
  ] satisfies [string, string, FaultyField['validity'], string][])(
    'of %s of the type %s with %j is "%s"',
    (tagName, type, validity, fault) => {
      expect(faultOf({ tagName, type, validity })).toBe(fault);
    },
  );
});
