import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { shippedContent } from '../catalogue/shipped.js';

/** The words of the types in a language. */
function words(language: string): Record<string, string> {
  const file = join(SOURCE_ROOT, 'dashboard/app/messages', language, 'resource-types.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { type: Record<string, string> }).type;
}

describe('the types of resources', () => {
  const types = shippedContent()
    .resourceFiles.flatMap(({ resources }) => resources.map(({ type }) => type))
    .toSorted();

  it.each(['en', 'de'])('each have words of their own in %s, and nothing else has', (language) => {
    expect(Object.keys(words(language)).toSorted()).toEqual(types);
    const said = Object.values(words(language));
    expect(said).toHaveLength(new Set(said).size);
  });

  it('are no identifiers where they are said in words', () => {
    const raw = Object.entries(words('en')).filter(([type, said]) => type === said);
    expect(raw).toEqual([]);
  });
});
