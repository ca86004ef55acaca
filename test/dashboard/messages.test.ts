import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIGN_ON_REFUSALS } from '../../src/modules/single-sign-on/sign-on-refusal.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { placeholders, textsOf } from '../messages/texts.js';

const MESSAGES = join(SOURCE_ROOT, 'dashboard/app/messages');
/** Translations of texts that the service has in English: these files are empty in English. */
const OF_THE_SERVICE = ['integration-kinds.json', 'integration-problems.json'];
const NAMESPACES = readdirSync(join(MESSAGES, 'en'));

/** Texts of a file by their keys. */
function words(language: string, file: string): Map<string, string> {
  return textsOf(JSON.parse(readFileSync(join(MESSAGES, language, file), 'utf8')));
}

describe('the texts of the dashboard', () => {
  it('have a file for each page in each language', () => {
    expect(readdirSync(join(MESSAGES, 'de'))).toEqual(NAMESPACES);
  });

  it.each(OF_THE_SERVICE)('leave %s to the service in English, and have no empty one in German', (file) => {
    expect([...words('en', file)]).toEqual([]);
    expect([...words('de', file)].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('name every reason for which a sign-on is refused', () => {
    const keys = [...words('en', 'single-sign-on.json').keys()].filter((key) => key.startsWith('refusal.'));
    expect(keys.sort()).toEqual(
      Object.keys(SIGN_ON_REFUSALS)
        .map((reason) => `refusal.${reason}`)
        .sort(),
    );
  });

  describe.each(NAMESPACES.filter((file) => !OF_THE_SERVICE.includes(file)))('%s', (file) => {
    it('has every text in German that it has in English', () => {
      expect([...words('de', file).keys()].sort()).toEqual([...words('en', file).keys()].sort());
    });

    it('has no empty text, and the same placeholders in both languages', () => {
      const german = words('de', file);
      for (const [key, english] of words('en', file)) {
        expect([key, english.trim()]).not.toEqual([key, '']);
        expect([key, placeholders(german.get(key) ?? '')]).toEqual([key, placeholders(english)]);
      }
    });
  });
});
