import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import type { Numbering } from '../../src/modules/catalogue/catalogue-build.js';
import { seedCatalogue } from '../../src/modules/catalogue/catalogue-seed.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { controlId, shippedContent, universalControlId, CONTROL_COUNT, UNIVERSAL_CONTROL_COUNT } from './shipped.js';

const content = shippedContent();

/** The content with one more control, first in the first framework, and one more universal control, first of all. */
function grown(): Content {
  const [soc2, ...frameworks] = content.frameworks;
  const [domain, ...domains] = content.domains;
  if (!soc2 || !domain) throw new Error('the content is empty');
  const control = {
    control_id: 'AA0.1',
    title: 'New',
    category: 'New',
    method: 'manual' as const,
    description: 'New',
    audit_question: '?',
    example_evidence: ['E'],
  };
  const universal = {
    code: 'UCF-NEW-01',
    title: 'New',
    description: 'New',
    elements: ['New.', 'Newer.', 'Newest.'],
    keywords: [],
    audit_question: '?',
    example_evidence: ['E'],
    mappings: [],
  };
  return {
    ...content,
    frameworks: [{ ...soc2, controls: [control, ...soc2.controls] }, ...frameworks],
    domains: [{ ...domain, universal_controls: [universal, ...domain.universal_controls] }, ...domains],
  };
}

/** The template is migrated with the shipped content already: its numbers are those of an older release. */
describe('numbers of controls in a database that has numbers already', () => {
  let database: TestDatabase;
  let client: Client;
  let before: Numbering;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    before = await seedCatalogue(client, content);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('are dense from 0 and each used once, so that a posture has one byte for each control', () => {
    const nos = [...before.controls.values()].sort((a, b) => a - b);
    expect(nos).toEqual(Array.from({ length: CONTROL_COUNT }, (_, no) => no));
    expect(new Set(before.universalControls.values()).size).toBe(UNIVERSAL_CONTROL_COUNT);
  });

  it('stay when the same content is loaded again', async () => {
    expect(await seedCatalogue(client, content)).toEqual(before);
  });

  it('stay when a control and a universal control are added, which get the next free numbers', async () => {
    const after = await seedCatalogue(client, grown());
    expect(after.controls.get(controlId('soc2', 'AA0.1'))).toBe(CONTROL_COUNT);
    expect(after.universalControls.get(universalControlId('UCF-NEW-01'))).toBe(UNIVERSAL_CONTROL_COUNT);
    for (const [id, no] of before.controls) expect(after.controls.get(id)).toBe(no);
    for (const [id, no] of before.universalControls) expect(after.universalControls.get(id)).toBe(no);
  });

  it('are not used again for another control when a release drops one', async () => {
    const after = await seedCatalogue(client, content);
    expect(after.controls.get(controlId('soc2', 'AA0.1'))).toBe(CONTROL_COUNT);
  });
});
