import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  objectOf,
  partsOf,
  withoutRepeats,
  type SentenceEntry,
} from '../../src/dashboard/app/pages/audit/audit-sentence.rules.js';
import { AUDIT_ACTIONS } from '../../src/modules/audit/audit-actions.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

type Sentences = Record<string, Record<string, string>>;

const texts = (language: string) =>
  JSON.parse(readFileSync(join(SOURCE_ROOT, `dashboard/app/messages/${language}/audit.json`), 'utf8')) as {
    sentence: Sentences;
    resource: Record<string, string>;
  };
const read = (language: string) => texts(language).sentence;

const entry = (over: Partial<SentenceEntry>): SentenceEntry => ({
  action: 'integration.updated',
  resourceType: 'integration',
  resourceId: '0a733978-1351-4472-b46a-dd5f0391d939',
  subject: null,
  before: null,
  after: null,
  ...over,
});

describe.each(['en', 'de'])('the sentences of the audit log in %s', (language) => {
  it.each(AUDIT_ACTIONS)('describe %s', (action) => {
    const [kind = '', name = ''] = action.split('.');
    const sentences = read(language)[kind] ?? {};
    // What is counted has plural forms alone.
    expect(sentences[name] ?? sentences[`${name}_one`]).toMatch(/\S/);
  });

  it('stand in groups that each have a name', () => {
    const kinds = new Set(AUDIT_ACTIONS.map((action) => objectOf(action.split('.')[0] ?? '')));
    expect([...kinds].filter((kind) => !(kind in texts(language).resource))).toEqual([]);
  });

  it('describe no action that does not exist', () => {
    const described = Object.entries(read(language)).flatMap(([kind, sentences]) =>
      Object.keys(sentences).map((key) => `${kind}.${key}`),
    );
    expect(
      described.filter((key) => !AUDIT_ACTIONS.some((each) => key === each || key.startsWith(`${each}_`))),
    ).toEqual([]);
  });
});

describe('partsOf', () => {
  it('names a thing as it was recorded, before its present name', () => {
    expect(partsOf(entry({ before: { name: 'Old' }, after: { name: 'New' }, subject: 'Newest' })).name).toBe('New');
    expect(partsOf(entry({ before: { name: 'Gone' } })).name).toBe('Gone');
  });

  it('names a thing by its present name where the entry has none, and by the beginning of its id where it is gone', () => {
    expect(partsOf(entry({ after: { status: 'connected' }, subject: 'Cloud' })).name).toBe('Cloud');
    expect(partsOf(entry({ after: { status: 'connected' } })).name).toBe('0a733978');
  });

  it('distinguishes a member from the passkey that is added', () => {
    const added = { action: 'member.passkey_added', resourceType: 'member', subject: 'Ada', after: { name: 'Laptop' } };
    expect(partsOf(entry(added))).toMatchObject({ name: 'Ada', detail: 'Laptop' });
  });

  it('names a removed member by the address that was recorded', () => {
    const removed = { action: 'member.removed', resourceType: 'member', before: { email: 'ada@alpha.example' } };
    expect(partsOf(entry(removed)).name).toBe('ada@alpha.example');
  });

  it.each([
    ['assessment.created', null, { status: 'non_compliant' }, 'non_compliant'],
    ['scan.triggered', null, { isImport: true }, 'import'],
    ['scan.triggered', null, { isScheduled: true }, 'schedule'],
    ['scan.triggered', null, { isImport: false }, undefined],
    ['organization.updated', { name: 'A' }, { name: 'B' }, 'name'],
    ['organization.updated', { name: 'A' }, { name: 'B', timezone: 'UTC' }, undefined],
    ['work_item.changed', { state: 'open' }, { state: 'done' }, 'done'],
    ['work_item.changed', { dueOn: null }, { dueOn: '2026-12-04' }, undefined],
  ])('describes %s from %j to %j as %s', (action, before, after, context) => {
    expect(partsOf(entry({ action, before, after })).context).toBe(context);
  });

  it('counts what is changed at once', () => {
    expect(partsOf(entry({ action: 'session.ended', after: { sessions: ['a', 'b'] } })).count).toBe(2);
    expect(partsOf(entry({ action: 'scans.expired', after: { scans: 12, evidence: 3 } })).count).toBe(12);
  });
});

describe('views by an auditor', () => {
  const view = (of: Record<string, string>, resourceId = 'link') =>
    entry({ action: 'auditor_link.viewed', resourceType: 'auditor_link', resourceId, after: { label: 'Eva', ...of } });

  it('are one where the same thing is looked at again, one after the other, by one link', () => {
    const [a, b] = [view({ view: 'framework' }), view({ view: 'control', control: 'CC6.1' })];
    const shown = withoutRepeats([
      a,
      a,
      b,
      a,
      view({ view: 'framework' }, 'other'),
      view({ view: 'control' }, 'other'),
    ]);
    expect(shown.map(({ entry: { after }, times }) => [after, times])).toEqual([
      [a.after, 2],
      [b.after, 1],
      [a.after, 1],
      [a.after, 1],
      [{ label: 'Eva', view: 'control' }, 1],
    ]);
    const change = entry({});
    expect(withoutRepeats([change, change])).toHaveLength(2);
  });

  it('say what was opened', () => {
    expect(partsOf(view({ view: 'control', control: 'CC6.1' }))).toMatchObject({
      context: 'control',
      detail: 'CC6.1',
      name: 'Eva',
    });
  });
});
