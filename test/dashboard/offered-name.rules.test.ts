import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OFFERED_NAMES, offeredAs } from '../../src/dashboard/app/pages/notifications/offered-name.rules.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

type Offers = Record<'ready' | 'suggested', Record<string, { name?: string } | string>>;

function offersIn(language: string): Offers {
  const file = join(SOURCE_ROOT, 'dashboard/app/messages', language, 'notifications.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Offers;
}

describe('offeredAs', () => {
  it('knows the name of every offer in every language', () => {
    const named = (['ready', 'suggested'] as const).flatMap((kind) =>
      Object.entries(OFFERED_NAMES[kind]).map(([event, names]) => [kind, event, names] as const),
    );
    expect(named).toHaveLength(6);
    for (const [kind, event, names] of named) {
      const said = ['en', 'de'].map((language) => offersIn(language)[kind][event]);
      expect(said.map((each) => (typeof each === 'object' ? each.name : undefined))).toEqual(names);
    }
  });

  it('is the offer of a rule that still has its name, in whatever language it was turned on', () => {
    const offered = { kind: 'ready', event: 'control_failed' };
    for (const name of ['Control no longer passes', 'Anforderung nicht mehr erfüllt']) {
      expect(offeredAs({ name, events: ['control_failed'], isOfOrganization: false })).toEqual(offered);
    }
    const scans = { name: 'Ein Scan schlägt fehl', events: ['scan_failed' as const], isOfOrganization: true };
    expect(offeredAs(scans)).toEqual({ kind: 'suggested', event: 'scan_failed' });
  });

  it('is none for another name, further events, or the other kind of rule', () => {
    const name = 'Control no longer passes';
    expect(offeredAs({ name: 'Mine', events: ['control_failed'], isOfOrganization: false })).toBeNull();
    expect(offeredAs({ name, events: ['control_failed', 'scan_failed'], isOfOrganization: false })).toBeNull();
    expect(offeredAs({ name, events: ['control_failed'], isOfOrganization: true })).toBeNull();
  });
});
