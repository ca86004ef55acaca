import { join } from 'node:path';
import {
  buildCatalogue,
  controlUuid,
  universalControlUuid,
  type Numbering,
} from '../../src/modules/catalogue/catalogue.build.js';
import type { Catalogue } from '../../src/modules/catalogue/catalogue.js';
import { loadContent } from '../../src/modules/catalogue/content.load.js';
import type { Content } from '../../src/modules/catalogue/content.shapes.js';
import { SOURCE_ROOT } from '../../src/source-root.js';

/** The content that the product ships. */
export const CONTENT_DIRECTORY = join(SOURCE_ROOT, 'content');

/** Numbers as a new database gives them: by place in the content. */
export function numbersByPlace(content: Content): Numbering {
  const controls = content.frameworks.flatMap(({ slug, controls: entries }) =>
    entries.map((entry) => controlUuid(slug, entry.control_id)),
  );
  const universal = content.domains.flatMap(({ universal_controls: entries }) =>
    entries.map(({ code }) => universalControlUuid(code)),
  );
  return {
    controls: new Map(controls.map((id, no) => [id, no])),
    universalControls: new Map(universal.map((id, no) => [id, no])),
  };
}

/** The catalogue of a content folder, without a database. */
export function catalogueOf(directory: string = CONTENT_DIRECTORY): Catalogue {
  const content = loadContent(directory);
  return buildCatalogue(content, numbersByPlace(content));
}
