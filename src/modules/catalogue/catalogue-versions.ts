import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { z } from 'zod';
import type { FormerControl } from './catalogue-build.js';
import { controlUuid } from './catalogue-ids.js';
import { otherControlEntries, storeVersion, storedVersions } from './catalogue.sql.js';
import { FrameworkControl, type Content } from './content-shapes.js';
import { relationshipOf } from './relationship.rules.js';

type FrameworkFile = Content['frameworks'][number];

/** A control as an older release stored it, which may have keys that the files no longer have. */
const StoredControl = z.object({ ...FrameworkControl.shape, method: FrameworkControl.shape.method.default('manual') });

/** Universal control, control and relationship. */
type MappingLine = [code: string, controlId: string, relationship: string];

/**
 * Stores what each framework of the content contains, unless it was stored before with the same version and digest. The digest
 * is of ids, titles, categories, levels, parts and mappings: a description that reads better does not make another version.
 */
export async function storeVersions(client: Client, content: Content): Promise<void> {
  for (const { file, mappings, digest } of await unstoredVersions(client, content)) {
    await storeVersion.run(client, {
      framework: file.slug,
      version: file.version,
      digest,
      controlIds: file.controls.map((entry) => entry.control_id),
      controls: JSON.stringify(file.controls),
      mappings: JSON.stringify(mappings),
    });
  }
}

/** Frameworks of the content that are stored with another version or digest, or not at all. */
export async function unstoredVersions(client: Client, content: Content): Promise<UnstoredVersion[]> {
  const known = await storedVersions.all(client);
  const keys = new Set(known.map(({ framework, version, digest }) => `${framework} ${version} ${digest}`));
  return content.frameworks
    .map((file) => ({ file, mappings: mappingsOf(content, file.slug) }))
    .map(({ file, mappings }) => ({ file, mappings, digest: digestOf(file, mappings) }))
    .filter(({ file, digest }) => !keys.has(`${file.slug} ${file.version} ${digest}`));
}

interface UnstoredVersion {
  file: FrameworkFile;
  mappings: MappingLine[];
  digest: string;
}

/**
 * The controls that no framework of the content has, each as in the last version that had it; without those that were dropped before
 * versions were stored.
 */
export async function formerControls(client: Client, content: Content): Promise<FormerControl[]> {
  const ids = content.frameworks.flatMap(({ slug, controls }) =>
    controls.map(({ control_id: code }) => controlUuid(slug, code)),
  );
  const found = await otherControlEntries.all(client, { ids });
  return found.map(({ framework, entry }) => ({ framework, entry: StoredControl.parse(entry) }));
}

function mappingsOf({ domains }: Content, slug: string): MappingLine[] {
  return domains.flatMap(({ universal_controls: entries }) =>
    entries.flatMap(({ code, elements, mappings }) =>
      mappings
        .filter(({ framework }) => framework === slug)
        .map((line): MappingLine => [code, line.control_id, relationshipOf(line, elements)]),
    ),
  );
}

/** The same whatever the order of the entries in the files. SHA-256, in hexadecimal. */
function digestOf({ controls }: FrameworkFile, mappings: MappingLine[]): string {
  const facts = controls.map((entry) => [
    entry.control_id,
    entry.title,
    entry.category,
    entry.level ?? null,
    entry.part ?? null,
  ]);
  const lines = [...facts, ...mappings].map((line) => JSON.stringify(line)).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
