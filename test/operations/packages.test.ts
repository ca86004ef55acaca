import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Package {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
}

const read = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')) as Package;
const server = read('package.json');
const dashboard = read('src/dashboard/package.json');
const { packages } = read('package-lock.json') as { packages: Record<string, Package> };

describe('the packages of server and dashboard', () => {
  it('agree on the version of what both use', () => {
    const shared = Object.entries(dashboard.dependencies ?? {}).filter(([name]) => server.dependencies?.[name]);
    expect(shared).not.toEqual([]);
    for (const [name, version] of shared) expect([name, version]).toEqual([name, server.dependencies?.[name]]);
  });

  it('contain one installation of graphql, whose types are compared by identity', () => {
    expect(Object.keys(packages).filter((path) => /(^|\/)node_modules\/graphql$/.test(path))).toEqual([
      'node_modules/graphql',
    ]);
  });

  it('are pinned to exact versions', () => {
    const declared = [server, dashboard].flatMap(({ dependencies = {} }) => Object.entries(dependencies));
    expect(declared.filter(([, version]) => !/^\d[\w.-]*$/.test(version))).toEqual([]);
  });

  it('are locked with a version each and without the address of a registry', () => {
    const others = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
    expect(others.filter(([, { version, resolved }]) => !version || resolved !== undefined)).toEqual([]);
  });

  it('install on other platforms: every optional package that is named is locked', () => {
    const named = Object.values(packages).flatMap((each) =>
      Object.keys((each as { optionalDependencies?: Record<string, string> }).optionalDependencies ?? {}),
    );
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
    expect(named.filter((name) => !locked.has(name))).toEqual([]);
  });
});
