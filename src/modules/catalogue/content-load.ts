import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { load } from 'js-yaml';
import type { z } from 'zod';
import type { ContentCache } from './content-cache.js';
import {
  CheckFile,
  DomainFile,
  FamilyFile,
  FrameworkFile,
  RuleFile,
  type Content,
  type InFile,
  type Translation,
} from './content-shapes.js';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../messages/language.js';
import { ResourceFile } from './resource-shapes.js';
import { TranslatedChecks, TranslatedDomain, TranslatedFamilies } from './translation-shapes.js';

/** Frameworks in the order in which the specification names them; lists keep it. */
export const FRAMEWORK_ORDER = ['soc2', 'cmmc', 'iso27001', 'hipaa', 'hitrust', 'nist-csf', 'pci-dss'] as const;

const DOMAIN_ORDER =
  'GOV POL RSK CMP HRS AWT AST DAT MED CRY IAM AUT PHY END NET CFG CHG MNT SDV VUL LOG MON IRM BRN BCM TPR PRI PIN PAY';

/**
 * The content files of a directory, parsed and validated.
 * @param cache where the result is stored for the next start; parsing takes half a second. @default not stored
 * @throws {Error} naming the file and the place when a file has not its shape or defines something a second time
 */
export function loadContent(directory: string, cache?: ContentCache): Content {
  const sources = readSources(directory);
  const version = versionOf(sources);
  const cached = cache?.read(version);
  if (cached) return cached;
  const content = parseContent(sources, version);
  cache?.write(content);
  return content;
}

interface Source {
  /** Path below the content directory. */
  name: string;
  text: string;
}

function readSources(directory: string): Source[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml') && !entry.name.endsWith('.fixtures.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ name: relative(directory, file), text: readFileSync(file, 'utf8') }));
}

/** Twelve hexadecimal digits that change with any name or byte of the files. */
function versionOf(sources: readonly Source[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of sources) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 12);
}

function parseContent(sources: readonly Source[], version: string): Content {
  const documents = sources.map(({ name, text }) => ({ name, document: load(text) }));
  const within: Within = (folder, shape) =>
    documents
      .filter(({ name }) => name.startsWith(folder))
      .map(({ name, document }) => ({ ...parse(name, shape, document), file: name }));

  const content: Content = {
    version,
    frameworks: inOrder(within('frameworks/', FrameworkFile), FRAMEWORK_ORDER, (file) => file.slug),
    domains: inOrder(within('ucf/', DomainFile), DOMAIN_ORDER.split(' '), (file) => file.code),
    checkFiles: within('checks/', CheckFile),
    resourceFiles: within('resources/', ResourceFile),
    rules: ['scanners/security-hub', 'scanners/prowler'].flatMap((name) =>
      within(name, RuleFile).flatMap(({ scanner, rules, file }) => rules.map((rule) => ({ ...rule, scanner, file }))),
    ),
    families: within('scanners/openscap', FamilyFile).flatMap(({ families, file }) =>
      families.map((family) => ({ ...family, file })),
    ),
    translations: LANGUAGES.filter(
      (language) => language !== DEFAULT_LANGUAGE && documents.some(({ name }) => name.startsWith(folderOf(language))),
    ).map((language) => translationOf(language, within)),
  };
  refuseRepetitions(content);
  return content;
}

type Within = <T extends object>(folder: string, shape: z.ZodType<T>) => (T & InFile)[];

const folderOf = (language: Language) => `translations/${language}/`;

function translationOf(language: Language, within: Within): Translation {
  const folder = folderOf(language);
  return {
    language,
    checks: joined(within(`${folder}checks/`, TranslatedChecks).map(({ checks, file }) => ({ entries: checks, file }))),
    families: joined(
      within(`${folder}scanners/`, TranslatedFamilies).map(({ families, file }) => ({ entries: families, file })),
    ),
    domains: joined(
      within(`${folder}ucf/`, TranslatedDomain).map(({ file, ...domain }) => ({
        entries: { [domain.code]: domain },
        file,
      })),
    ),
  };
}

/** Entries of several files. @throws {Error} where two have the same name */
function joined<T>(files: { entries: Record<string, T>; file: string }[]): Record<string, T> {
  refuseTwice(files.flatMap(({ entries, file }) => Object.keys(entries).map((key) => ({ key, file }))));
  return Object.fromEntries(files.flatMap(({ entries }) => Object.entries(entries)));
}

/** Ids are made of these names and stored in databases: a second one must not get as far as that. */
function refuseRepetitions({ frameworks, domains, checkFiles, resourceFiles, rules, families }: Content): void {
  refuseTwice(
    frameworks.flatMap(({ slug, controls, file }) =>
      controls.map((each) => ({ key: `${slug} ${each.control_id}`, file })),
    ),
  );
  refuseTwice(
    domains.flatMap(({ universal_controls: entries, file }) => entries.map(({ code: key }) => ({ key, file }))),
  );
  refuseTwice(checkFiles.flatMap(({ checks, file }) => checks.map(({ id: key }) => ({ key, file }))));
  refuseTwice(resourceFiles.flatMap(({ resources, file }) => resources.map(({ type: key }) => ({ key, file }))));
  refuseTwice(rules.map(({ rule: key, file }) => ({ key, file })));
  refuseTwice(families.map(({ id: key, file }) => ({ key, file })));
}

function refuseTwice(entries: { key: string; file: string }[]): void {
  const fileOf = new Map<string, string>();
  for (const { key, file } of entries) {
    const first = fileOf.get(key);
    if (first !== undefined) throw new Error(`content file ${file} is wrong: ${key} is defined already in ${first}`);
    fileOf.set(key, file);
  }
}

function parse<T>(name: string, shape: z.ZodType<T>, document: unknown): T {
  const parsed = shape.safeParse(document);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`content file ${name} is wrong: ${problems.slice(0, 5).join('; ')}`);
}

function inOrder<T>(files: T[], order: readonly string[], key: (file: T) => string): T[] {
  const rank = (file: T) => {
    const index = order.indexOf(key(file));
    if (index < 0) throw new Error(`content names ${key(file)}, which is not in the order of lists`);
    return index;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}
