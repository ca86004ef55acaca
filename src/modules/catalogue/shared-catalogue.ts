import { isDeepStrictEqual } from 'node:util';
import { buildCatalogue, type Numbering } from './catalogue-build.js';
import type { Catalogue } from './catalogue.js';
import type { Content } from './content-shapes.js';

const built = new WeakMap<Content, { numbering: Numbering; catalogue: Catalogue }>();

/**
 * The catalogue of this content with these numbers, the same one for all services of the process: nothing changes a catalogue, and what is
 * computed from one may be cached under it.
 * @throws {Error} as `buildCatalogue`
 */
export function sharedCatalogue(content: Content, numbering: Numbering): Catalogue {
  const known = built.get(content);
  if (known && isDeepStrictEqual(known.numbering, numbering)) return known.catalogue;
  const catalogue = buildCatalogue(content, numbering);
  built.set(content, { numbering, catalogue });
  return catalogue;
}
