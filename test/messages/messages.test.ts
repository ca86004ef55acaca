import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/messages/language.js';
import { MESSAGES, messagesOf, type Namespace } from '../../src/messages/messages.js';
import { placeholders, textsOf } from './texts.js';

const NAMESPACES = Object.keys(MESSAGES.en) as Namespace[];

/** Equal in both languages, because German says it so too. */
const SAME = /^(SHA-256|Status|Scan|Region|Alternative|\{\{.*)$/;

describe('the texts of the service', () => {
  it('are there in every language', () => {
    expect(Object.keys(MESSAGES)).toEqual([...LANGUAGES]);
  });

  describe.each(NAMESPACES)('%s', (name) => {
    const [english, german] = [textsOf(MESSAGES.en[name]), textsOf(MESSAGES.de[name])];

    it('has every text in German that it has in English', () => {
      expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
    });

    it('has no empty text, and the same placeholders in both languages', () => {
      for (const [key, text] of english) {
        expect([key, text.trim()]).not.toEqual([key, '']);
        expect([key, placeholders(german.get(key) ?? '')]).toEqual([key, placeholders(text)]);
      }
    });

    it('has no English text in German', () => {
      const same = [...english].filter(([key, text]) => german.get(key) === text && !SAME.test(text));
      expect(same).toEqual([]);
    });
  });

  it('have titles of sheets that a workbook takes', () => {
    for (const language of LANGUAGES) {
      const titles = Object.values(MESSAGES[language].reportColumns.sheet);
      expect(titles.filter((title) => title.length > 31 || /[*?:\\/[\]]/.test(title))).toEqual([]);
    }
  });

  it('choose the plural form, and write its number as the language does', () => {
    const counted = (language: 'en' | 'de', count: number) =>
      messagesOf('reports', language)('count.control', { count });
    expect([0, 1, 2, 1234].map((count) => counted('en', count))).toEqual([
      ...['0 controls', '1 control', '2 controls', '1234 controls'],
    ]);
    expect([0, 1, 2, 1234].map((count) => counted('de', count))).toEqual([
      ...['0 Anforderungen', '1 Anforderung', '2 Anforderungen', '1.234 Anforderungen'],
    ]);
  });

  it('insert what people wrote as it is', () => {
    const reason = '$t(reports:page.skip) {{reason}} <b>&amp;</b>';
    expect(messagesOf('reportFindings', 'de')('outOfScopeBecause', { reason })).toBe(
      `Außerhalb des Geltungsbereichs: ${reason}`,
    );
  });
});
