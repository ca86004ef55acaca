import { describe, expect, it } from 'vitest';
import { lintContent } from '../../../src/modules/catalogue/lint/lint.rules.js';
import type { Translation } from '../../../src/modules/catalogue/content-shapes.js';
import { englishDigest, translatedEntries } from '../../../src/modules/catalogue/translation.rules.js';
import { sound, type Sound } from './sound-content.js';

const german = (text: string) => `Auf Deutsch: ${text}`;

/** A German translation of all of the content, with nothing wrong. */
function translationOf({ content }: Sound): Translation {
  const none: Translation = { language: 'de', checks: {}, families: {}, domains: {} };
  const of = new Map(translatedEntries(content, none).map(({ id, english }) => [id, englishDigest(english)]));
  const digestOf = (id: string) => of.get(id) ?? '';
  const steps = (all: { title: string; instruction: string }[]) =>
    all.map(({ title, instruction }) => ({ title: german(title), instruction: german(instruction) }));
  const checks = content.checkFiles.flatMap((file) =>
    file.checks.map((each) => {
      const { id, title, fault, description, rationale, remediation } = each;
      const texts = { title, fault, description, rationale, summary: remediation.summary };
      return [id, { of: digestOf(id), ...germanOf(texts), steps: steps(remediation.steps) }];
    }),
  );
  const families = content.families.map(({ id, title, description, remediation: { summary, steps: all } }) => [
    id,
    { of: digestOf(id), ...germanOf({ title, description, summary }), steps: steps(all) },
  ]);
  const domains = content.domains.map(({ code, name, description, universal_controls: entries }) => {
    const universal = entries.map((each) => [
      each.code,
      {
        of: digestOf(each.code),
        ...germanOf({ title: each.title, description: each.description, audit_question: each.audit_question }),
        elements: each.elements.map(german),
        example_evidence: each.example_evidence.map(german),
      },
    ]);
    const texts = germanOf({ name, description });
    return [code, { code, of: digestOf(code), ...texts, universal_controls: Object.fromEntries(universal) as unknown }];
  });
  const entries = { checks, families, domains };
  return {
    language: 'de',
    ...Object.fromEntries(Object.entries(entries).map(([name, all]) => [name, Object.fromEntries(all as [])])),
  } as Translation;
}

function germanOf<Texts extends Record<string, string>>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, german(text)])) as Texts;
}

/** What is found wrong of a sound content with its translation after a change. */
function findingsAfter(change: (translation: Translation, sound: Sound) => void): string[] {
  const content = sound();
  const translation = translationOf(content);
  content.content.translations = [translation];
  change(translation, content);
  return lintContent(content.content).map(({ file, id, problem }) => `${file} ${id} ${problem}`);
}

const CHECK = 'aws.s3.bucket-locked';
const OF_CHECK = `translations/de/checks/aws/s3.yaml ${CHECK}`;
/** @throws {Error} for null and undefined */
function present<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('the translation lacks what the test looks at');
  return value;
}

const checkIn = ({ checks }: Translation) => present(checks[CHECK]);
const universalIn = ({ domains }: Translation) => present(domains.T?.universal_controls['UCF-T-01']);

describe('a translation', () => {
  it('of everything as it is has nothing wrong', () => {
    expect(findingsAfter(() => undefined)).toEqual([]);
  });

  it('has every check, family, domain and universal control', () => {
    const of = (find: (translation: Translation) => { of: string } | undefined) => {
      const { content, ...rest } = sound();
      return find(translationOf({ content, ...rest }))?.of ?? '';
    };
    const missing = 'has no translation; of:';
    expect(
      findingsAfter((translation) => {
        translation.checks = {};
        translation.families = {};
        delete translation.domains.T?.universal_controls['UCF-T-02'];
      }),
    ).toEqual([
      `${OF_CHECK} ${missing} ${of(checkIn)}`,
      `translations/de/scanners/openscap.yaml linux.locks ${missing} ${of(({ families }) => families['linux.locks'])}`,
      `translations/de/ucf/t.yaml UCF-T-02 ${missing} ${of(({ domains }) => domains.T?.universal_controls['UCF-T-02'])}`,
    ]);
    expect(findingsAfter((translation) => (translation.domains = {})).map((each) => each.split(' ')[1])).toEqual([
      'T',
      'UCF-T-01',
      'UCF-T-02',
    ]);
  });

  it('is of the present English words', () => {
    const [found, ...others] = findingsAfter((_, { check }) => (check.rationale += ' Nobody restores what is gone.'));
    expect(found).toMatch(
      new RegExp(`^${OF_CHECK} is of other English words: translate it again, then write of: [0-9a-f]{8}$`),
    );
    expect(others).toEqual([]);
  });

  it('has as many steps, elements and artifacts as the English text', () => {
    const problem = 'has not as many steps, elements or artifacts as the English text';
    expect(findingsAfter((translation) => checkIn(translation).steps.pop())).toEqual([`${OF_CHECK} ${problem}`]);
    for (const list of ['elements', 'example_evidence'] as const) {
      expect(findingsAfter((translation) => universalIn(translation)[list].push('Noch eines.'))).toEqual([
        `translations/de/ucf/t.yaml UCF-T-01 ${problem}`,
      ]);
    }
  });

  it('has the placeholders and settings of the English text, and its full stop', () => {
    expect(
      findingsAfter((translation, { check }) => {
        check.fault = 'The bucket <BUCKET> has `lock` off';
        checkIn(translation).of = englishDigest(
          translatedEntries(
            { ...sound().content, checkFiles: [{ ...sound().checkFile, checks: [check] }] },
            translation,
          )[0]?.english ?? [],
        );
        checkIn(translation).fault = 'Im Bucket <EIMER> ist `Sperre` aus.';
      }),
    ).toEqual([
      `${OF_CHECK} ends otherwise than in English: Im Bucket <EIMER> ist \`Sperre\` aus.`,
      `${OF_CHECK} has other placeholders or settings: Im Bucket <EIMER> ist \`Sperre\` aus.`,
    ]);
  });

  it('is of something that the content has', () => {
    expect(
      findingsAfter((translation) => {
        const universal = universalIn(translation);
        translation.checks['aws.s3.gone'] = checkIn(translation);
        Object.assign(translation.domains.T?.universal_controls ?? {}, { 'UCF-T-09': universal });
      }),
    ).toEqual([
      'translations/de UCF-T-09 is a translation of nothing',
      'translations/de aws.s3.gone is a translation of nothing',
    ]);
  });

  it('has one text for the same English words', () => {
    expect(
      findingsAfter((translation, { check }) => {
        const [step] = check.remediation.steps;
        if (step) step.title = 'Create the file';
        const [entry] = translatedEntries(
          { ...sound().content, checkFiles: [{ ...sound().checkFile, checks: [check] }] },
          translation,
        );
        checkIn(translation).of = englishDigest(entry?.english ?? []);
        checkIn(translation).steps = [{ title: 'Datei anlegen', instruction: german('set.') }];
      }),
    ).toEqual([
      'translations/de/scanners/openscap.yaml linux.locks has "Auf Deutsch: Create the file" for "Create the file", which is "Datei anlegen" elsewhere',
    ]);
  });
});
