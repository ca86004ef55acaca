import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnectors } from '../../src/app/connectors.js';
import { settingsSchema } from '../../src/connectors/settings.js';
import { inWords, type KindTexts } from '../../src/dashboard/app/pages/integrations/kind-texts.rules.js';
import { fieldsOf, issuedOf } from '../../src/dashboard/app/pages/integrations/settings-form.rules.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { configFor } from '../support/config.js';

const MESSAGES = join(SOURCE_ROOT, 'dashboard/app/messages');
const KINDS = createConnectors(configFor('')).all();

/** Lines of documents that are names alone: `okta.apps.read`, and commands to copy. */
const NAMES = /^ *(?:[\w-]+(?:\.[\w-]+)+(?: +|$))+$/;
const COMMAND = /^(?:#|--) (?:kubectl|grant) /;

function read(language: string, file: string): unknown {
  return JSON.parse(readFileSync(join(MESSAGES, language, file), 'utf8'));
}

const TEXTS = read('de', 'integration-kinds.json') as Record<string, KindTexts>;
const textsOf = (type: string): KindTexts => TEXTS[type] ?? { title: '', description: '' };

/** Properties of the settings of a kind, as clients get them. */
function propertiesOf({ settings }: (typeof KINDS)[number]): [string, { description?: string; enum?: string[] }][] {
  return Object.entries(settingsSchema(settings).properties as Record<string, { description?: string }>);
}

/** Lines of the documents of a kind that are for people: all of a text, comments of the others. */
function proseOf({ permissions }: (typeof KINDS)[number]): string[] {
  return permissions.flatMap(({ format, text }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const prose = format === 'text' ? lines : lines.filter((line) => /^(?:#|--) /.test(line));
    return prose.filter((line) => !NAMES.test(line) && !COMMAND.test(line));
  });
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('the German texts of the kinds of integrations', () => {
  it('are there for each kind, also one that imports reports, and for no other', () => {
    expect(sorted(Object.keys(TEXTS))).toEqual(sorted(KINDS.map(({ type }) => type)));
    expect(KINDS.filter(({ acceptsReports }) => acceptsReports).length).toBeGreaterThan(1);
  });

  describe.each(KINDS)('$type', (kind) => {
    const texts = textsOf(kind.type);
    const settings = texts.settings ?? {};

    it('has a title, and a description other than the English one', () => {
      expect(texts.title).not.toBe('');
      expect(['', kind.description]).not.toContain(texts.description);
    });

    it('has a label and a description of each setting, and of no other', () => {
      expect(sorted(Object.keys(settings))).toEqual(sorted(propertiesOf(kind).map(([name]) => name)));
      for (const [name, { description }] of propertiesOf(kind)) {
        expect([name, settings[name]?.label]).not.toEqual([name, '']);
        expect([name, settings[name]?.description]).not.toEqual([name, description]);
      }
    });

    it('has a name of each choice, and of no other', () => {
      for (const [name, { enum: choices = [] }] of propertiesOf(kind)) {
        expect([name, sorted(Object.keys(settings[name]?.choices ?? {}))]).toEqual([name, sorted(choices)]);
      }
    });

    it('has a title of each permission document and each of its lines for people, and nothing else', () => {
      expect(sorted(Object.keys(texts.documents ?? {}))).toEqual(sorted(kind.permissions.map(({ title }) => title)));
      expect(sorted(Object.keys(texts.lines ?? {}))).toEqual(sorted(proseOf(kind)));
    });

    it('leaves no word of the service in the form', () => {
      const schema = settingsSchema(kind.settings, 'e-1');
      const said = inWords({ title: kind.title, settings: schema }, texts);
      const english = new Set(propertiesOf(kind).map(([, { description }]) => description));
      const shown = [...fieldsOf(said.settings), ...issuedOf(said.settings)];
      expect(shown.map(({ label }) => label).sort()).toEqual(
        Object.values(settings)
          .map(({ label }) => label)
          .sort(),
      );
      expect(shown.filter(({ description }) => english.has(description))).toEqual([]);
    });
  });

  it('have the labels that the messages about settings name, in both languages', () => {
    const english = KINDS.flatMap(({ settings }) => fieldsOf(settingsSchema(settings)).map(({ label }) => label));
    const german = KINDS.flatMap(({ type }) => Object.values(textsOf(type).settings ?? {}).map(({ label }) => label));
    const named = (language: string, pattern: RegExp) => {
      const { needed } = read(language, 'integrations.json') as { needed: Record<string, string> };
      return Object.values(needed).flatMap((text) => [...text.matchAll(pattern)].map(([, label = '']) => label));
    };
    // The external id is given by the service, and has no field.
    expect(named('en', /“([^”]+)”/g).filter((label) => !english.includes(label))).toEqual(['External ID']);
    expect(named('de', /„([^“]+)“/g).filter((label) => !german.includes(label))).toEqual([]);
    expect(named('de', /„([^“]+)“/g)).toHaveLength(named('en', /“([^”]+)”/g).length);
  });
});

describe('a kind of integration', () => {
  const kind = {
    title: 'Northwind',
    description: 'Reads.',
    settings: { type: 'object', properties: { cloud: { enum: ['a', 'b'], description: 'Where.' }, other: {} } },
    permissions: [{ title: 'Role', text: '-- Once.\ngrant it;\n' }],
  };

  it('is in the words of the service where the page has none', () => {
    expect(inWords(kind, undefined)).toBe(kind);
    expect(fieldsOf(kind.settings)[0]).toMatchObject({ label: 'Cloud', options: [{ value: 'a', label: 'a' }, {}] });
  });

  it('has the words of the page for what they are there for, and the values of the service', () => {
    const said = inWords(kind, {
      title: 'Nordwind',
      description: 'Liest.',
      settings: { cloud: { label: 'Wolke', description: 'Wo.', choices: { a: 'Die eine' } } },
      documents: { Role: 'Rolle' },
      lines: { '-- Once.': '-- Einmal.' },
    });
    expect(said).toMatchObject({
      title: 'Nordwind',
      description: 'Liest.',
      permissions: [{ title: 'Rolle', text: '-- Einmal.\ngrant it;\n' }],
    });
    expect(fieldsOf(said.settings)).toMatchObject([
      {
        label: 'Wolke',
        description: 'Wo.',
        options: [
          { value: 'a', label: 'Die eine' },
          { value: 'b', label: 'b' },
        ],
      },
      { label: 'Other', description: '' },
    ]);
  });
});
