import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readConfig, Settings } from '../../src/config/config.js';
import { namesOwner } from '../../src/platform/database/migrated.js';
import { ROOT } from '../docs/markdown.js';
import { CHART, HAS_HELM, helm, rendered } from './helm.js';
import { containersOf, nameOf, podsOf, type Container, type KubernetesObject } from './objects.js';
import { SECRET_SETTINGS } from './pod-rules.js';
import { problemsOf } from './problems.js';
import { secretsIn } from './secret-values.js';

const EXAMPLES = join(ROOT, 'deploy/helm/examples');
const SMALL = ['--values', join(EXAMPLES, 'small.yaml')];
const PRODUCTION = ['--values', join(EXAMPLES, 'production.yaml')];
/** Every file of the examples, and each switch in the position that they do not have. */
const INSTALLATIONS: [name: string, words: string[]][] = [
  ...globSync('*.yaml', { cwd: EXAMPLES }).map((file): [string, string[]] => [
    file,
    ['--values', join(EXAMPLES, file)],
  ]),
  ['a claim of the operator', [...SMALL, '--set', 'objects.volume.existingClaim=evidence']],
  ['backups beside objects on a volume', [...SMALL, '--set', 'backup.enabled=true,backup.existingClaim=backup']],
  ['an ingress without a class', [...SMALL, '--set', 'ingress.enabled=true,ingress.className=']],
  ['no policies', [...PRODUCTION, '--set', 'networkPolicy.enabled=false']],
  ['nobody who reads the metrics', [...PRODUCTION, '--set', 'networkPolicy.prometheusFrom=null']],
  ['a store of its own', [...PRODUCTION, '--set', 'objects.s3.endpoint=https://objects.example']],
  [
    'annotations and places',
    [...PRODUCTION, '--set', 'web.podAnnotations.a=b,worker.nodeSelector.c=d,service.annotations.e=f'],
  ],
];

/** The settings of a container, with a text of the right form for each secret. */
function settingsOf({ env = [] }: Container): Record<string, string> {
  const given: Record<string, string> = {
    DATABASE_URL: 'postgres://owner:secret@db.example/crosswalk',
    SMTP_URL: 'smtps://user:secret@mail.example',
  };
  const values = env.map(({ name, value }) => [name, value ?? given[name] ?? 'a1'.repeat(32)]);
  return { ...(Object.fromEntries(values) as Record<string, string>), DATA_DIR: process.env.TEST_DIRECTORY ?? '' };
}

function containerOf(objects: readonly KubernetesObject[], name: string): Container {
  const found = podsOf(objects).flatMap((pod) => containersOf(pod).map(([, container]) => container));
  const container = found.find((each) => each.name === name);
  if (container === undefined) throw new Error(`no container is named ${name}`);
  return container;
}

describe.runIf(HAS_HELM)('the Helm chart', () => {
  it.each(INSTALLATIONS)('makes objects without a problem: %s', async (_name, words) => {
    expect(await problemsOf(await rendered(...words))).toEqual([]);
  });

  it.each([SMALL, PRODUCTION])('is accepted by helm lint: %s %s', async (...words) => {
    const { code, stdout } = await helm('lint', '--strict', CHART, ...words);
    expect([code, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it('makes every kind of object that it has a template for', async () => {
    const both = [...(await rendered(...SMALL)), ...(await rendered(...PRODUCTION))];
    expect([...new Set(both.map(({ kind }) => kind))].sort()).toEqual([
      'CronJob',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodMonitor',
      'Service',
      'ServiceAccount',
    ]);
  });

  it('gives web and worker settings that the service accepts, without the owner of the database', async () => {
    const objects = await rendered(...PRODUCTION);
    for (const role of ['web', 'worker']) {
      const config = readConfig(settingsOf(containerOf(objects, role)));
      expect(namesOwner(config.databaseUrl ?? '')).toBe(false);
      expect(config).toMatchObject({
        role,
        host: '0.0.0.0',
        metricsPort: 9464,
        publicUrl: 'https://compliance.example',
        s3: { bucket: 'crosswalk-evidence', region: 'eu-central-1', endpoint: null },
        trustProxy: true,
        isDemo: false,
      });
    }
    for (const name of ['migrate', 'backup']) {
      expect(namesOwner(readConfig(settingsOf(containerOf(objects, name))).databaseUrl ?? '')).toBe(true);
    }
  });

  it('believes no proxy where it makes no ingress', async () => {
    const words = ['--set', 'ingress.enabled=false'];
    const config = readConfig(settingsOf(containerOf(await rendered(...PRODUCTION, ...words), 'web')));
    expect(config.trustProxy).toBe(false);
  });

  it('migrates before web and worker change, behind a policy that is there before', async () => {
    const hooks = (await rendered(...PRODUCTION)).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    const order = (each: KubernetesObject) => Number(each.metadata.annotations?.['helm.sh/hook-weight']);
    expect(hooks.toSorted((a, b) => order(a) - order(b)).map(nameOf)).toEqual([
      'NetworkPolicy crosswalk-migrate',
      'Job crosswalk-migrate',
    ]);
    for (const { metadata } of hooks) expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  it('names the image by its digest where there is one, else by the version of the release', async () => {
    const images = async (words: string[]) => {
      const pods = podsOf(await rendered(...words));
      return [
        ...new Set(pods.flatMap(({ spec }) => spec.containers.map((each) => (each as { image?: string }).image))),
      ];
    };
    expect(await images(PRODUCTION)).toEqual([`registry.example/crosswalk@sha256:${'0123456789abcdef'.repeat(4)}`]);
    expect(await images(SMALL)).toEqual(['registry.example/crosswalk:0.1.0']);
  });

  it.each([
    ['no address for clients', 'publicUrl=', 'publicUrl'],
    ['an address without https', 'publicUrl=http://compliance.example', 'publicUrl'],
    ['no image', 'image.repository=', 'image/repository'],
    ['a digest that is none', 'image.digest=latest', 'image/digest'],
    ['no database', 'database.url=', 'database/url'],
    ['a user of the database', 'database.url=postgres://owner:secret@db.example/crosswalk', 'database/url'],
    ['a setting that does not exist', 'settings.LOG_LEVLE=debug', 'LOG_LEVLE'],
    ['a setting that the chart decides', 'settings.ROLE=all', 'ROLE'],
    ['a secret among the settings', 'settings.SMTP_URL=smtps://mail.example', 'SMTP_URL'],
    ['a value that does not exist', 'worker.replica=3', 'worker'],
    ['no place for objects', 'objects.volume.enabled=false', 'Objects need a place'],
    ['two places for objects', 'objects.s3.bucket=evidence', 'not both'],
    ['policies without the database', 'networkPolicy.databaseTo=null', 'networkPolicy.databaseTo'],
    ['backups without a volume', 'backup.enabled=true', 'backup.existingClaim'],
  ])('refuses %s, and names it', async (_name, value, named) => {
    const { code, stderr } = await helm('template', 'crosswalk', CHART, ...SMALL, '--set', value);
    expect([code, stderr]).toEqual([1, expect.stringContaining(named)]);
  });

  it('documents every Secret and every key that it takes, and no other', async () => {
    const both = [...(await rendered(...PRODUCTION, '--set', `secretSettings={${listable().join()}}`))];
    const taken = podsOf(both).flatMap((pod) =>
      containersOf(pod).flatMap(([, { env = [] }]) =>
        env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : [])),
      ),
    );
    const text = readFileSync(join(ROOT, 'docs/kubernetes.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `(crosswalk(?:-\w+)?)` \| (.+?) \|/gm)];
    const documented = rows.flatMap(([, secret, keys = '']) =>
      [...keys.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, key]) => `${secret} ${key}`),
    );
    expect(documented.sort()).toEqual([...new Set(taken.map(({ name, key }) => `${name} ${key}`))].sort());
  });
});

/** Secrets that an installation takes because it lists them. */
function listable(): string[] {
  return SECRET_SETTINGS.filter((name) => !['SECRET_KEY', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].includes(name));
}

describe('the files of the chart', () => {
  const values = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
    properties: {
      settings: { propertyNames: { enum: string[] } };
      secretSettings: { items: { enum: string[] } };
    };
  };

  it('accept every setting of the service: one that is new belongs into values.schema.json', () => {
    const decided = [...readFileSync(join(CHART, 'templates/_helpers.tpl'), 'utf8').matchAll(/\{ name: ([A-Z]\w+),/g)];
    const names = Object.keys(Settings.shape).filter((name) => !decided.some(([, each]) => each === name));
    expect(values.properties.settings.propertyNames.enum).toEqual(
      names.filter((name) => !SECRET_SETTINGS.includes(name)).sort(),
    );
    expect(values.properties.secretSettings.items.enum).toEqual(listable());
  });

  it('are of the version of the service', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(load(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({ appVersion: version });
  });

  it('have no secret, and neither has the page about them', () => {
    const files = [...globSync('deploy/**/*.{yaml,tpl,txt,json}', { cwd: ROOT }), 'docs/kubernetes.md'];
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      secretsIn(readFileSync(join(ROOT, file), 'utf8')).map((each) => `${file}: ${each}`),
    );
    expect(found).toEqual([]);
  });
});
