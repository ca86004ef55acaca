import { describe, expect, it } from 'vitest';
import {
  changesOf,
  csvOf,
  dayBeside,
  dayOf,
  shortOf,
  startOf,
} from '../../src/dashboard/app/pages/audit/audit.rules.js';

describe('the changes of an audit entry', () => {
  it('are the fields that differ, nested ones by their path', () => {
    const before = { name: 'A', role: 'member', settings: { timezone: 'UTC', retentionDays: 90 } };
    const after = { name: 'A', role: 'admin', settings: { timezone: 'Europe/Berlin', retentionDays: 90 } };
    expect(changesOf(before, after)).toEqual([
      { path: 'role', before: 'member', after: 'admin' },
      { path: 'settings.timezone', before: 'UTC', after: 'Europe/Berlin' },
    ]);
  });

  it('are all fields of something created or deleted', () => {
    expect(changesOf(null, { name: 'A' })).toEqual([{ path: 'name', before: undefined, after: 'A' }]);
    expect(changesOf({ name: 'A' }, null)).toEqual([{ path: 'name', before: 'A', after: undefined }]);
    expect(changesOf(null, null)).toEqual([]);
  });

  it('treat a list as one value', () => {
    expect(changesOf({ events: ['*'] }, { events: ['*'] })).toEqual([]);
    expect(changesOf({ events: ['*'] }, { events: ['a', 'b'] })).toHaveLength(1);
  });

  it('are written in one line', () => {
    expect(shortOf(['a', 'b'])).toBe('a, b');
    expect(shortOf(null)).toBe('–');
    expect(shortOf(false)).toBe('false');
    expect(shortOf({ a: 1 })).toBe('{"a":1}');
  });
});

describe('a day as a filter', () => {
  it('begins at midnight in the time zone, also on days with a clock change', () => {
    expect(startOf('2026-01-15', 'Europe/Berlin')).toBe('2026-01-14T23:00:00.000Z');
    expect(startOf('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
    expect(startOf('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
    expect(startOf('2026-11-01', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
    expect(startOf('2026-11-02', 'America/New_York')).toBe('2026-11-02T05:00:00.000Z');
  });

  it('is the day of its first moment', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']) {
      expect(dayOf(startOf('2026-10-25', zone), zone)).toBe('2026-10-25');
    }
  });

  it('has a previous and a next day, across months', () => {
    expect(dayBeside('2026-02-28', 1)).toBe('2026-03-01');
    expect(dayBeside('2026-01-01', -1)).toBe('2025-12-31');
  });
});

describe('the audit log as CSV', () => {
  const entry = {
    sequence: 7,
    at: '2026-03-01T12:00:00.000Z',
    actor: { type: 'user', id: 'u1', name: '=HYPERLINK("x")', apiKeyId: null },
    action: 'member.role_changed',
    resourceType: 'member',
    resourceId: 'm1',
    before: { role: 'member' },
    after: { role: 'admin' },
    address: '127.0.0.1',
    requestId: null,
    hash: 'b',
    previousHash: 'a',
  };

  it('has a row for each entry, with before and after as JSON', () => {
    const [header, row, end] = csvOf([entry]).split('\r\n');
    expect(header?.split(',')).toHaveLength(15);
    expect(row).toContain('"{""role"":""member""}","{""role"":""admin""}"');
    expect(end).toBe('');
  });

  it('escapes values that a spreadsheet would read as a formula', () => {
    expect(csvOf([entry])).toContain(`"'=HYPERLINK(""x"")"`);
  });
});
