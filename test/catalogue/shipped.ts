import { join } from 'node:path';
import { buildCatalogue, type Numbering } from '../../src/modules/catalogue/catalogue-build.js';
import type { Catalogue, UniversalControl } from '../../src/modules/catalogue/catalogue.js';
import { ContentCache } from '../../src/modules/catalogue/content-cache.js';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { sharedCatalogue } from '../../src/modules/catalogue/shared-catalogue.js';
import { uuidV5 } from '../../src/platform/crypto/uuid.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

/** The content that the product ships. */
export const CONTENT_DIRECTORY = join(SOURCE_ROOT, 'content');

/** Ids as the contract makes them, written down here once more: clients keep them, so they may never change. */
const NAMESPACE = '5b0a1b1e-6d0f-5c57-9a53-0c1d6f3c7a10';
export const frameworkId = (slug: string) => uuidV5(NAMESPACE, `framework:${slug}`);
export const controlId = (slug: string, code: string) => uuidV5(NAMESPACE, `control:${slug}:${code}`);
export const universalControlId = (code: string) => uuidV5(NAMESPACE, `universal-control:${code}`);

/** Numbers as a new database gives them: by place in the content. */
export function numbersByPlace(content: Content): Numbering {
  const controls = content.frameworks.flatMap(({ slug, controls: entries }) =>
    entries.map((entry) => controlId(slug, entry.control_id)),
  );
  const universal = content.domains.flatMap(({ universal_controls: entries }) =>
    entries.map(({ code }) => universalControlId(code)),
  );
  return {
    controls: new Map(controls.map((id, no) => [id, no])),
    universalControls: new Map(universal.map((id, no) => [id, no])),
    former: [],
  };
}

let content: Content | null = null;

/** The shipped content, read once in a worker. Nothing changes it. */
export function shippedContent(): Content {
  return (content ??= loadContent(CONTENT_DIRECTORY, new ContentCache(join(SOURCE_ROOT, '../dist/.content.json'))));
}

let numbers: Numbering | null = null;

/** The catalogue of a content folder, without a database. That of the shipped one is built once in a worker. */
export function catalogueOf(directory: string = CONTENT_DIRECTORY): Catalogue {
  if (directory === CONTENT_DIRECTORY)
    return sharedCatalogue(shippedContent(), (numbers ??= numbersByPlace(shippedContent())));
  const other = loadContent(directory);
  return buildCatalogue(other, numbersByPlace(other));
}

const { controls, universalControls, domains, frameworkBySlug } = catalogueOf();

/** Numbers of what is shipped: no test says how much content there is. */
export const CONTROL_COUNT = controls.length;
export const UNIVERSAL_CONTROL_COUNT = universalControls.length;
export const DOMAIN_COUNT = domains.length;

/** Number of controls of a shipped framework. @throws {Error} for an unknown slug */
export function controlCountOf(slug: string): number {
  const framework = frameworkBySlug.get(slug);
  if (!framework) throw new Error(`there is no framework ${slug}`);
  return framework.controls.length;
}

/** The universal control with the most mappings of those that every one of these frameworks is mapped to. @throws {Error} where there is none */
export function widestOf(...slugs: string[]): UniversalControl {
  const [widest] = universalControls
    .filter(({ mappings }) => slugs.every((slug) => mappings.some(({ control }) => control.framework.slug === slug)))
    .toSorted((a, b) => b.mappings.length - a.mappings.length);
  if (!widest) throw new Error(`no universal control is mapped to all of ${slugs.join()}`);
  return widest;
}
