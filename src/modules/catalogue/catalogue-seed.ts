import type { Client } from 'pg';
import { type Numbering } from './catalogue-build.js';
import { controlUuid, universalControlUuid } from './catalogue-ids.js';
import {
  markCurrentControls,
  numberControls,
  numbersOfControls,
  numbersOfUniversalControls,
  numberUniversalControls,
  setPartsOfControls,
} from './catalogue.sql.js';
import { formerControls, storeVersions, unstoredVersions } from './catalogue-versions.js';
import type { Content } from './content-shapes.js';

/**
 * Numbers every control and universal control that has no number yet, in the order of the content, and stores what each version
 * of a framework contains. Numbers never change and are never reused, so stored results outlive a new version of a framework.
 */
export async function seedCatalogue(client: Client, content: Content): Promise<Numbering> {
  const controls = content.frameworks.flatMap((file) =>
    file.controls.map((entry) => ({
      id: controlUuid(file.slug, entry.control_id),
      framework: file.slug,
      code: entry.control_id,
      part: entry.part ?? null,
    })),
  );
  const universal = content.domains.flatMap((file) =>
    file.universal_controls.map((entry) => ({ id: universalControlUuid(entry.code), code: entry.code })),
  );
  const ids = controls.map(({ id }) => id);
  await numberControls.run(client, {
    ids,
    frameworks: controls.map(({ framework }) => framework),
    codes: controls.map(({ code }) => code),
  });
  await markCurrentControls.run(client, { ids });
  await setPartsOfControls.run(client, { ids, parts: controls.map(({ part }) => part) });
  await numberUniversalControls.run(client, {
    ids: universal.map(({ id }) => id),
    codes: universal.map(({ code }) => code),
  });
  await storeVersions(client, content);
  return readNumbering(client, content);
}

/** The numbers that `seedCatalogue` has stored for this content; null where it has stored other content. */
export async function readSeeded(client: Client, content: Content): Promise<Numbering | null> {
  if ((await unstoredVersions(client, content)).length > 0) return null;
  const numbering = await readNumbering(client, content);
  const codes = content.domains.flatMap((file) => file.universal_controls.map(({ code }) => code));
  return codes.every((code) => numbering.universalControls.has(universalControlUuid(code))) ? numbering : null;
}

async function readNumbering(client: Client, content: Content): Promise<Numbering> {
  return {
    controls: byId(await numbersOfControls.all(client)),
    universalControls: byId(await numbersOfUniversalControls.all(client)),
    former: await formerControls(client, content),
  };
}

function byId(numbers: readonly { id: string; no: number }[]): Map<string, number> {
  return new Map(numbers.map(({ id, no }) => [id, no]));
}
