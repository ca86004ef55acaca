import { describe, expect, it } from 'vitest';
import { changeOf, zonesWith } from '../../src/dashboard/app/pages/settings/profile.rules.js';

const SAVED = {
  name: 'Alpha',
  timezone: 'UTC',
  retentionDays: 365,
  hipaaPrivacy: true,
  partialAssessments: 'pass' as const,
};

describe('the update of a profile', () => {
  it('is empty when nothing differs', () => {
    expect(changeOf(SAVED, {})).toBeNull();
    expect(changeOf(SAVED, { name: 'Alpha', hipaaPrivacy: true })).toBeNull();
  });

  it('consists of the fields that differ', () => {
    expect(changeOf(SAVED, { name: 'Beta', retentionDays: 365 })).toEqual({ name: 'Beta' });
    expect(changeOf(SAVED, { timezone: 'Europe/Berlin', hipaaPrivacy: false })).toEqual({
      settings: { timezone: 'Europe/Berlin', hipaaPrivacy: false },
    });
    expect(changeOf(SAVED, { name: 'Beta', retentionDays: 90 })).toEqual({
      name: 'Beta',
      settings: { retentionDays: 90 },
    });
  });
});

describe('the selectable time zones', () => {
  it('include UTC and the current one, each once, in order', () => {
    expect(zonesWith(['Europe/Berlin', 'Africa/Lagos'], 'UTC')).toEqual(['Africa/Lagos', 'Europe/Berlin', 'UTC']);
    expect(zonesWith(['Asia/Kolkata'], 'Asia/Calcutta')).toEqual(['Asia/Calcutta', 'Asia/Kolkata', 'UTC']);
  });
});
