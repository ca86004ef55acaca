import { describe, expect, it } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitHubSettings } from '../../src/connectors/github/github-settings.js';
import { PostgresqlSettings } from '../../src/connectors/postgresql/postgresql-settings.js';
import { neededOf } from '../../src/dashboard/app/pages/integrations/needed-settings.rules.js';
import { translated, type Sentences } from '../../src/dashboard/app/pages/integrations/sentence.rules.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const GERMAN = JSON.parse(
  readFileSync(join(SOURCE_ROOT, 'dashboard/app/messages/de/integration-problems.json'), 'utf8'),
) as Sentences;
const inGerman = (sentence: string) => translated(sentence, GERMAN);

/** Sources by their path, without the backslashes of their texts. */
const SOURCES = new Map(
  globSync(['connectors/**/*.ts', 'platform/safe-fetch/*.ts', 'modules/integrations/*.ts'], { cwd: SOURCE_ROOT }).map(
    (path) => [path, readFileSync(join(SOURCE_ROOT, path), 'utf8').replaceAll('\\', '')] as const,
  ),
);

/** Texts of the sources that match a pattern, by its one group that is there. */
function textsOf(paths: RegExp, pattern: RegExp): string[] {
  return [...SOURCES].flatMap(([path, source]) =>
    paths.test(path) ? [...source.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? '') : [],
  );
}

/** Sentences of zod, which are in no source of ours. */
const OF_ZOD = /^(?:Invalid|Too) /;

describe('what the service says of a connection', () => {
  it('is in German where it was lost or refused the credentials', () => {
    const lost = /new (?:ConnectionLost|TlsNotOffered)\(\s*(?:'([^'\n]*)'|`([^`\n]*)`)/g;
    const sentences = textsOf(/./, lost).map((text) => text.replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'x9'));
    expect(sentences.length).toBeGreaterThan(25);
    expect(sentences.filter((sentence) => inGerman(sentence) === sentence)).toEqual([]);
  });

  it.each([
    [
      'AWS refused ec2:DescribeRegions: allow this action in the policy of the integration. Or name the regions in the settings.',
      'AWS verweigerte ec2:DescribeRegions: Erlauben Sie diese Aktion in der Richtlinie der Integration. Oder nennen Sie die Regionen in den Einstellungen.',
    ],
    [
      'Account 123456789012: AWS refused the credentials for sts:AssumeRole (ExpiredToken).',
      'Konto 123456789012: AWS lehnte die Zugangsdaten für sts:AssumeRole ab (ExpiredToken).',
    ],
    [
      'Microsoft refuses the app (AADSTS7000222): the client secret has expired.',
      'Microsoft lehnt die App ab (AADSTS7000222): Der geheime Clientschlüssel ist abgelaufen.',
    ],
    [
      'Okta cannot be reached at acme.okta.com: the name does not resolve.',
      'Okta ist unter acme.okta.com nicht erreichbar: Der Name lässt sich nicht auflösen.',
    ],
    [
      'the database cannot be read: no secure connection: CERT_HAS_EXPIRED',
      'Die Datenbank lässt sich nicht lesen: Keine sichere Verbindung: CERT_HAS_EXPIRED',
    ],
    [
      'Roles (pg_roles) could not be read: grant select on pg_catalog.pg_roles to the role.',
      'Nicht lesbar: Rollen (pg_roles). Gewähren Sie der Rolle select auf pg_catalog.pg_roles.',
    ],
    [
      'Cluster roles could not be read: grant the verb "list" on "clusterroles" (rbac.authorization.k8s.io).',
      'Nicht lesbar: Clusterrollen. Gewähren Sie das Verb „list“ auf „clusterroles“ (rbac.authorization.k8s.io).',
    ],
  ])('is in German with its parts: %s', (english, german) => {
    expect(inGerman(english)).toBe(german);
  });

  it('is in the words of the service where the page has no others', () => {
    expect(inGerman('Something new happened.')).toBe('Something new happened.');
    expect(translated('AWS cannot be reached.', {})).toBe('AWS cannot be reached.');
    expect(translated('a: b', { 'a: {0}, {1}': 'x' })).toBe('a: b');
  });
});

describe('what the service says of a setting', () => {
  it('is in German, or one of the messages about settings that belong together', () => {
    const refusals = textsOf(
      /(?:-settings|kubeconfig\.rules)\.ts$/,
      /'((?:is|must|holds|give|either|cannot) [^'\n]*)'|new KubeconfigError\('([^'\n]*)'/g,
    ).filter((text) => !text.startsWith('is a password sign-in'));
    expect(refusals.length).toBeGreaterThan(40);
    expect(refusals.filter((text) => neededOf(text) === undefined && inGerman(text) === text)).toEqual([]);
  });

  it('is in German of each field that a kubeconfig may not have', () => {
    const [table = ''] = textsOf(/kubeconfig\.rules\.ts$/, /REFUSED[^=]*= \{\n([^}]*)\};/g);
    const reasons = [...table.matchAll(/: '([^'\n]*)'/g)].map(([, reason = '']) => reason);
    expect(reasons.length).toBeGreaterThan(10);
    for (const reason of reasons)
      expect(inGerman(`\`exec\` of the user ${reason}`)).toMatch(/^„exec“ (?!.*(?:not|use|itself) )/);
    expect(inGerman('`client-key-data` does not hold a private key in PEM, in base64')).toMatch(/^„client-key-data“ /);
  });

  it('is in German where zod says it', () => {
    const issues = [
      ...[{ port: 'x' }, { port: 0 }, { port: 70_000 }, { database: 'd'.repeat(64) }].map((given) =>
        PostgresqlSettings.partial().safeParse(given),
      ),
      GitHubSettings.safeParse({ organization: 'a', token: 't', base_url: 'x' }),
      GitHubSettings.safeParse({ organization: 'a', token: 't', repositories: Array<string>(1_001).fill('r') }),
    ].flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []);
    const used = Object.keys(GERMAN).filter((pattern) => OF_ZOD.test(pattern));
    expect(issues).toHaveLength(used.length);
    expect(issues.map(inGerman)).toEqual([
      'Muss eine Zahl sein.',
      'Muss mindestens 1 sein.',
      'Darf höchstens 65535 sein.',
      'Darf höchstens 63 Zeichen haben.',
      'Ist keine Adresse (URL).',
      'Darf höchstens 1000 Angaben haben.',
    ]);
  });
});

describe('the German sentences', () => {
  const ours = Object.keys(GERMAN).filter((pattern) => !OF_ZOD.test(pattern));
  const all = [...SOURCES.values()].join('\n');

  it.each(ours)('are of one that the service has: %s', (pattern) => {
    const missing = pattern.split(/\{\d\}/).filter((part) => !all.includes(part));
    expect(missing).toEqual([]);
  });

  it('name only what differs in the sentence', () => {
    const placesOf = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();
    for (const [pattern, german] of Object.entries(GERMAN)) {
      expect(placesOf(pattern)).toEqual(placesOf(pattern).map((_, index) => `{${String(index)}}`));
      expect(placesOf(pattern)).toEqual(expect.arrayContaining(placesOf(german)));
    }
  });
});
