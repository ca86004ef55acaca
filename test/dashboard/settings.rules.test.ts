import { describe, expect, it } from 'vitest';
import { changeOf, zonesWith } from '../../src/dashboard/app/pages/settings/profile.rules.js';

const SAVED = { name: 'Alpha', timezone: 'UTC', retentionDays: 365, hipaaPrivacy: true };

describe('what is sent of a profile', () => {
  it('is nothing where nothing differs, whatever was touched', () => {
    expect(changeOf(SAVED, {})).toBeNull();
    expect(changeOf(SAVED, { name: 'Alpha', hipaaPrivacy: true })).toBeNull();
  });

  it('is the fields that differ alone', () => {
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

describe('the zones to choose from', () => {
  it('have UTC and the one that is set, each once, in order', () => {
    expect(zonesWith(['Europe/Berlin', 'Africa/Lagos'], 'UTC')).toEqual(['Africa/Lagos', 'Europe/Berlin', 'UTC']);
    expect(zonesWith(['Asia/Kolkata'], 'Asia/Calcutta')).toEqual(['Asia/Calcutta', 'Asia/Kolkata', 'UTC']);
  });
});
