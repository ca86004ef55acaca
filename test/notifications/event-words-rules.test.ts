import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_DATA } from '../mail/all-mails.js';
import { shortWithoutLinks, withoutLinks } from '../../src/messages/without-links.rules.js';
import { wordsOf } from '../../src/modules/notifications/event-words.rules.js';
import { notificationMail } from '../../src/modules/notifications/notification-mail.rules.js';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../../src/modules/notifications/notification-kinds.js';

const at = new Date('2026-03-01T10:00:00Z');
const words = (event: NotificationEvent, data: Record<string, unknown>) => wordsOf({ event, data, at }, 'en');

describe('words of an event', () => {
  it('name the control, what it was before, and its page', () => {
    const data = { control_id: 'CC6.1', control_uuid: 'u-1', framework: 'SOC 2', framework_slug: 'soc2' };
    expect(words('control_failed', data)).toEqual({
      title: 'Control failed',
      text: 'SOC 2 CC6.1, which passed before',
      path: '/controls/soc2/u-1',
    });
  });

  it('give both scores, and say which score it is', () => {
    const scores = { previous_score: 61.5, new_score: 58 };
    expect(words('score_fell', { framework: 'PCI DSS', ...scores }).text).toBe('PCI DSS: from 61.5 to 58 %');
    expect(words('score_fell', { framework: null, ...scores }).text).toBe('Overall: from 61.5 to 58 %');
  });

  it.each([
    ['control_failed', '/controls/soc2/a-control'],
    ['score_fell', '/posture'],
    ['scan_failed', '/scans/a-scan'],
    ['new_findings', '/scans/a-scan'],
    ['evidence_ends_soon', '/evidence/an-artifact'],
    ['assessment_ends_soon', '/mapping/universal/a-universal-control'],
    ['exception_ends_soon', '/exceptions#an-exception'],
    ['work_item_due', '/work-items/a-work-item'],
  ] as const)('of %s lead to the page of what it is about: %s', (event, path) => {
    expect(words(event, EVENT_DATA).path).toBe(path);
  });

  it('lead to a page that the dashboard has, for every event', () => {
    const routes = [...readFileSync('src/dashboard/app/router.tsx', 'utf8').matchAll(/'(\/[a-z][\w$/-]*)'/g)].map(
      ([, route = '']) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/#]+')}(#[^/]+)?$`),
    );
    for (const event of NOTIFICATION_EVENTS) {
      const { path } = words(event, EVENT_DATA);
      expect([path, routes.some((route) => route.test(path))]).toEqual([path, true]);
    }
  });

  it('are there for every event, whatever its data lacks', () => {
    for (const event of NOTIFICATION_EVENTS) expect(words(event, {}).path).toMatch(/^\/[a-z]/);
  });
});

describe('a text of somebody else in a message', () => {
  it.each([
    ['see https://evil.example/x?y', 'see https[:]//evil[.]example/x?y'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['boss@evil.example', 'boss[at]evil[.]example'],
    ['mailto:boss', 'mailto[:]boss'],
    ['javascript:alert(1)', 'javascript[:]alert(1)'],
    ['evil。example', 'evil[.]example'],
    ['two\r\nSubject: lines\u202E', 'two Subject: lines'],
    ['An end. And a beginning', 'An end. And a beginning'],
  ])('has no address that a program makes a link of: %j', (given, expected) => {
    expect(withoutLinks(given)).toBe(expected);
  });

  it('is cut to 120 characters, saying so by an ellipsis', () => {
    expect(shortWithoutLinks('é'.repeat(121))).toBe(`${'é'.repeat(120)}…`);
    expect(shortWithoutLinks('é'.repeat(120))).toBe('é'.repeat(120));
  });
});

describe('the mail of a rule', () => {
  const facts = {
    ...{
      language: 'en' as const,
      to: 'a@b.example',
      organization: 'Acme',
      rule: 'What fails',
      isTest: false,
      timezone: 'Europe/Berlin',
    },
    ...{
      baseUrl: 'https://crosswalk.example',
      unsubscribeUrl: 'https://crosswalk.example/notifications/unsubscribe/x',
    },
  };
  const failed = (id: string) => ({
    event: 'control_failed' as const,
    data: { control_id: id, control_uuid: id, framework: 'SOC 2', framework_slug: 'soc2' },
    at,
  });

  it('says of one event what happened in the subject, and when in the zone of the rule', () => {
    const mail = notificationMail({ ...facts, events: [failed('CC6.1')] });
    expect(mail.subject).toBe('Acme: control failed: SOC 2 CC6.1, which passed before');
    expect(mail.text).toContain('1 Mar 2026, 11:00 (Europe/Berlin)\nhttps://crosswalk.example/controls/soc2/CC6.1');
    expect(mail.listUnsubscribe).toBe(facts.unsubscribeUrl);
  });

  it('describes 50 events and says how many more there are', () => {
    const mail = notificationMail({ ...facts, events: Array.from({ length: 53 }, (_, no) => failed(`C${no}`)) });
    expect(mail.subject).toBe('Acme: 53 notifications');
    expect(mail.text.match(/Control failed: /g)).toHaveLength(50);
    expect(mail.text).toContain('And 3 more.');
  });

  it('escapes what others have written', () => {
    const mail = notificationMail({ ...facts, rule: '<img src=x>', events: [] });
    expect(mail.html).not.toContain('<img');
  });

  it('says of a test that nothing has happened', () => {
    const mail = notificationMail({ ...facts, isTest: true, events: [] });
    expect(mail.subject).toBe('[Test] Acme: notifications');
    expect(mail.text).toContain('Nothing has happened.');
  });
});
