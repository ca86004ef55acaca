import type { SnapshotResource } from './snapshot.js';

/**
 * Fills the `{placeholders}` of a text with what is known of a resource; lists are joined by commas.
 * @throws {Error} for a placeholder that the resource has no value for, so that no summary is ever half a sentence
 */
export function fill(text: string, resource: SnapshotResource): string {
  const known = { ...resource.properties, name: resource.name, region: resource.region };
  return text.replace(/\{([^{}]+)\}/g, (placeholder, path: string) => {
    const words = inWords(valueAt(known, path));
    if (words === null) throw new Error(`resource ${resource.name} of the snapshot has no value for ${placeholder}`);
    return words;
  });
}

function valueAt(known: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), known);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function inWords(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value) || value.length === 0) return null;
  const words = value.map(inWords);
  return words.includes(null) ? null : words.join(', ');
}
