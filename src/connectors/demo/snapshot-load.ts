import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { z } from 'zod';
import type { Resource } from '../resource.js';
import type { ProviderSnapshot, Snapshot } from './snapshot.js';
import { DriftFile, ResourceFile } from './snapshot-schemas.js';

/**
 * Reads a snapshot: one folder for each provider, in alphabetical order.
 * @throws {Error} naming the file that cannot be read or does not match its schema, or the name that is defined twice
 */
export async function loadSnapshot(directory: string): Promise<Snapshot> {
  const entries = await readdir(directory, { withFileTypes: true });
  const providers = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(providers.sort().map((provider) => loadProvider(directory, provider)));
}

async function loadProvider(directory: string, provider: string): Promise<ProviderSnapshot> {
  const folder = join(directory, provider);
  const files = (await readdir(folder)).sort();
  const read = <T>(suffix: string, schema: z.ZodType<T>): Promise<T[]> =>
    Promise.all(files.filter((file) => file.endsWith(suffix)).map((file) => readFileAs(join(folder, file), schema)));

  const [resourceFiles, driftFiles] = await Promise.all([
    read('resources.yaml', ResourceFile),
    read('drift.yaml', DriftFile),
  ]);
  return {
    provider,
    resources: uniqueMap(resourceFiles.flatMap(resourcesOf).map((resource) => [resource.name, resource])),
    drift: uniqueMap(driftFiles.flatMap(({ drift }) => Object.entries(drift))),
    resourceTypes: new Set(resourceFiles.flatMap(({ resources }) => Object.keys(resources))),
  };
}

async function readFileAs<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(load(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`cannot read the snapshot file ${file}`, { cause });
  }
}

function resourcesOf({ account, resources }: z.infer<typeof ResourceFile>): Resource[] {
  return Object.entries(resources).flatMap(([type, entries]) =>
    entries.map(({ region = null, ...resource }) => ({ ...resource, type, region, account })),
  );
}

function uniqueMap<T>(entries: [string, T][]): Map<string, T> {
  const map = new Map<string, T>();
  for (const [name, value] of entries) {
    if (map.has(name)) throw new Error(`the snapshot defines ${name} twice`);
    map.set(name, value);
  }
  return map;
}
