import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { contentOfOneSystem } from './content-of-one-system.js';
import { AUDIT_TRAIL } from './decided.js';

export const [DROPPED, RENAMED, ADDED] = ['CC6.6', 'CC6.1', 'CC6.9'];
/** One that is mapped to the control that goes, and to others. */
export const UNIVERSAL = 'UCF-NET-06';
/** Universal control of which the check decides the first element. */
export const SHARED = 'UCF-LOG-09';
export const NEW_VERSION = 'TSC 2017 (revised points of focus 2030)';

/** Content in which SOC 2 has another version: a control fewer, one more, and one with another title; and a check decides nothing more. */
export function updatedContent(): Content {
  const content = structuredClone(contentOfOneSystem());
  const soc2 = content.frameworks.find(({ slug }) => slug === 'soc2');
  const [first] = soc2?.controls ?? [];
  if (!soc2 || !first) throw new Error('there is no SOC 2');
  soc2.version = NEW_VERSION;
  soc2.controls = soc2.controls.filter(({ control_id: code }) => code !== DROPPED);
  soc2.controls.push({ ...first, control_id: ADDED, title: 'Something new' });
  for (const each of soc2.controls) if (each.control_id === RENAMED) each.title = 'Another title';
  for (const entry of content.domains.flatMap((each) => each.universal_controls)) {
    const [line] = entry.mappings;
    entry.mappings = entry.mappings.filter(
      ({ framework, control_id: code }) => framework !== 'soc2' || code !== DROPPED,
    );
    if (entry.code === UNIVERSAL && line) entry.mappings.push({ ...line, framework: 'soc2', control_id: ADDED });
  }
  for (const check of content.checkFiles.flatMap(({ checks }) => checks))
    if (check.id === AUDIT_TRAIL.check) check.decides = {};
  // One of its elements is that of a check of another provider.
  const sibling = checksOfOthers(content).find(({ supports }) => supports.includes(SHARED));
  if (!sibling) throw new Error(`no check of another provider supports ${SHARED}`);
  sibling.supports = sibling.supports.filter((code) => code !== SHARED);
  sibling.decides = { ...sibling.decides, [SHARED]: [1] };
  return { ...content, version: 'updated' };
}

export function checksOfOthers({ checkFiles }: Content) {
  return checkFiles.filter(({ provider }) => provider !== 'aws').flatMap(({ checks }) => checks);
}
