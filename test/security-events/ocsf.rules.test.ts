import { describe, expect, it } from 'vitest';
import { ocsfOf } from '../../src/modules/security-events/ocsf.rules.js';
import { recordedEvent, type SecurityActor } from '../../src/modules/security-events/security-event.js';
import {
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
} from '../../src/modules/security-events/security-event-kinds.js';

const AT = new Date('2026-11-23T03:04:05.678Z');
const TENANT = '11111111-1111-4111-8111-111111111111';
const USER: SecurityActor = {
  actorType: 'user',
  actorId: '22222222-2222-4222-8222-222222222222',
  apiKeyId: null,
  address: '192.0.2.7',
  userAgent: 'curl/8.5.0',
  requestId: 'r-1',
};
const KINDS = Object.keys(SECURITY_EVENT_KINDS) as SecurityEventKind[];

/** Activities by class, from https://schema.ocsf.io/1.4.0/classes. */
const ACTIVITIES: Record<number, Record<number, string>> = {
  3001: {
    1: 'Create',
    2: 'Enable',
    3: 'Password Change',
    4: 'Password Reset',
    5: 'Disable',
    9: 'Lock',
    10: 'MFA Factor Enable',
    11: 'MFA Factor Disable',
    12: 'Unlock',
  },
  3002: { 1: 'Logon', 2: 'Logoff' },
  3003: { 1: 'Assign Privileges' },
  6003: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete' },
};
/** Attributes that OCSF requires of every event. */
const REQUIRED = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'];
/** Attributes that a class requires beyond; of 3002 `service` or `dst_endpoint`, of 3003 `privileges` or `group`. */
const REQUIRED_OF_CLASS: Record<number, string[]> = {
  3001: ['user'],
  3002: ['user', 'service'],
  3003: ['user', 'privileges'],
  6003: ['actor', 'api', 'src_endpoint'],
};

function eventOf(kind: SecurityEventKind, actor = USER): Record<string, unknown> {
  return ocsfOf(TENANT, recordedEvent({ kind }, actor, { at: AT }));
}

describe('a line of the security log', () => {
  it.each(KINDS)('has what OCSF 1.4 requires of the class of %s', (kind) => {
    for (const actor of [USER, { ...USER, actorType: 'anonymous', actorId: null, address: null } as const]) {
      const event = eventOf(kind, actor);
      const classUid = event.class_uid as number;
      expect(Object.keys(event)).toEqual(expect.arrayContaining([...REQUIRED, ...(REQUIRED_OF_CLASS[classUid] ?? [])]));
      expect(event.category_uid).toBe(Math.floor(classUid / 1_000));
      expect(event.type_uid).toBe(classUid * 100 + (event.activity_id as number));
      expect(event.metadata).toMatchObject({ version: '1.4.0', product: { vendor_name: 'Crosswalk' } });
      const name = ACTIVITIES[classUid]?.[event.activity_id as number];
      if (event.activity_id !== 99) expect(event.activity_name).toBe(name);
      expect([1, 2]).toContain(event.status_id);
    }
  });

  it('is an Authentication event for a log-in', () => {
    expect(eventOf('login.succeeded')).toMatchObject({
      class_uid: 3002,
      class_name: 'Authentication',
      category_uid: 3,
      activity_id: 1,
      activity_name: 'Logon',
      type_uid: 300_201,
      time: 1_795_403_045_678,
      status_id: 1,
      severity_id: 1,
      user: { uid: USER.actorId },
      actor: { user: { uid: USER.actorId } },
      src_endpoint: { ip: '192.0.2.7' },
      http_request: { user_agent: 'curl/8.5.0' },
      service: { name: 'Crosswalk' },
      metadata: { tenant_uid: TENANT, event_code: 'login.succeeded', correlation_uid: 'r-1' },
    });
  });

  it('names the operation, the key and the refusal of a refused call', () => {
    const actor = { ...USER, actorType: 'api_key', apiKeyId: '33333333-3333-4333-8333-333333333333' } as const;
    const refusal = { kind: 'access.refused', details: { operation: 'Mutation.inviteMember' } } as const;
    expect(ocsfOf(TENANT, recordedEvent(refusal, actor, { at: AT, count: 3 }))).toMatchObject({
      class_uid: 6003,
      activity_id: 99,
      type_uid: 600_399,
      status_id: 2,
      count: 3,
      api: { operation: 'Mutation.inviteMember' },
      actor: { user: { uid: USER.actorId, credential_uid: actor.apiKeyId } },
    });
  });
});
