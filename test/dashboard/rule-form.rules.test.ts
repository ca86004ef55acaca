import { describe, expect, it } from 'vitest';
import {
  hasFrameworks,
  inputOf,
  missingIn,
  NEW_RULE,
  newChatOf,
  readyEvents,
  RULE_EVENTS,
  valuesOf,
  type StoredRule,
} from '../../src/dashboard/app/pages/notifications/rule-form.rules.js';
import { NOTIFICATION_EVENTS } from '../../src/modules/notifications/notification-kinds.js';

const STORED: StoredRule = {
  ...{ name: 'Nightly', isOfOrganization: true, members: [{ id: 'm-1' }], webhookId: null },
  ...{ events: ['scan_failed'], scorePoints: 1, frameworks: [], delivery: 'digest', digestHour: 20 },
  ...{ timezone: 'Europe/Berlin', quietFrom: null, quietTo: null },
};

describe('the form of a notification rule', () => {
  it('offers every event of the service', () => {
    expect([...RULE_EVENTS].toSorted()).toEqual([...NOTIFICATION_EVENTS].toSorted());
  });

  it('gives back what is stored', () => {
    expect(inputOf(valuesOf(STORED))).toEqual({
      ...{ name: 'Nightly', events: ['scan_failed'], scorePoints: 1, frameworks: [], delivery: 'digest' },
      ...{ digestHour: 20, timezone: 'Europe/Berlin', quietFrom: null, quietTo: null },
      ...{ memberIds: ['m-1'], webhookId: null },
    });
    expect(inputOf(valuesOf({ ...STORED, members: [], webhookId: 'w-1' }))).toMatchObject({
      memberIds: [],
      webhookId: 'w-1',
    });
  });

  it('says nothing of receivers for a rule of a person, and leaves out what does not apply', () => {
    const input = inputOf({
      ...NEW_RULE,
      name: ' Mine ',
      events: ['scan_failed'],
      frameworks: ['SOC 2'],
      memberIds: ['m'],
    });
    expect(input).toMatchObject({ name: 'Mine', frameworks: [], digestHour: null, timezone: null });
    expect(Object.keys(input)).not.toContain('memberIds');
    expect(Object.keys(input)).not.toContain('webhookId');
  });

  it('replaces members by a webhook', () => {
    const values = { ...valuesOf(STORED), receiver: 'webhook:w-2' };
    expect(inputOf(values)).toMatchObject({ memberIds: [], webhookId: 'w-2' });
  });

  it('names the field that lacks something before it is sent', () => {
    expect(missingIn(NEW_RULE)).toEqual({});
    expect(missingIn({ ...NEW_RULE, receiver: 'members', events: [] })).toEqual({
      memberIds: 'members',
      events: 'events',
    });
    expect(missingIn({ ...NEW_RULE, quietFrom: '20:00' })).toEqual({ quietTo: 'quietTo' });
    expect(missingIn({ ...NEW_RULE, quietTo: '07:00' })).toEqual({ quietFrom: 'quietFrom' });
    expect(missingIn({ ...NEW_RULE, quietFrom: '07:00', quietTo: '07:00' })).toEqual({ quietTo: 'quietSame' });
  });

  it('asks for an address of a new chat alone, and for frameworks where they matter', () => {
    expect([newChatOf({ receiver: 'teams' }), newChatOf({ receiver: 'webhook:slack' })]).toEqual(['teams', null]);
    expect([hasFrameworks({ events: ['score_fell'] }), hasFrameworks({ events: ['scan_failed'] })]).toEqual([
      true,
      false,
    ]);
  });
});

describe('readyEvents', () => {
  it('offers what no rule of the person has, whatever those of the organization have', () => {
    expect(readyEvents([])).toEqual(['control_failed', 'work_item_due', 'evidence_ends_soon']);
    expect(
      readyEvents([
        { isOfOrganization: true, events: ['evidence_ends_soon'] },
        { isOfOrganization: false, events: ['scan_failed', 'control_failed'] },
      ]),
    ).toEqual(['work_item_due', 'evidence_ends_soon']);
  });
});
