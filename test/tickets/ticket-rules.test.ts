import { describe, expect, it } from 'vitest';
import { reconcile } from '../../src/modules/tickets/ticket-state.rules.js';
import { ticketText, ticketTitle } from '../../src/modules/tickets/ticket-text.rules.js';
import { checkedKey } from '../../src/modules/tickets/tracker-settings.rules.js';
import type { WorkItemState } from '../../src/modules/work-items/work-item-states.js';

const IN_GITHUB = (state: WorkItemState): WorkItemState => (state === 'in_progress' ? 'open' : state);
const IN_JIRA = (state: WorkItemState): WorkItemState => (state === 'dropped' ? 'done' : state);

describe('what follows the other, work item or ticket,', () => {
  // ours, agreed, theirs, theirs before → what ours becomes, what theirs becomes
  it.each([
    ['nothing, where both say the same', 'open', 'open', 'open', 'open', null, null],
    ['the work item, where the ticket was closed', 'open', 'open', 'done', 'open', 'done', null],
    ['the work item, where the ticket was begun', 'open', 'open', 'in_progress', 'open', 'in_progress', null],
    ['the work item, where the ticket was opened again', 'done', 'done', 'open', 'done', 'open', null],
    ['the ticket, where the work item was finished', 'done', 'open', 'open', 'open', null, 'done'],
    ['the ticket, where the work item was opened again', 'open', 'done', 'done', 'done', null, 'open'],
    ['the ticket, where both changed', 'in_progress', 'done', 'open', 'done', null, 'in_progress'],
    ['nothing, where both are finished', 'dropped', 'open', 'done', 'open', null, null],
    ['the work item, of a closed ticket that was there before', 'open', 'open', 'done', null, 'done', null],
    ['nothing, of a begun ticket that was there before', 'open', 'open', 'in_progress', null, null, null],
  ] as const)('is %s', (_what, ours, agreed, theirs, lastTheirs, becomes, moves) => {
    expect(reconcile({ ours, agreed, theirs, lastTheirs }, IN_JIRA)).toEqual({ ours: becomes, theirs: moves });
  });

  it('is nothing, where work is in progress here and the tracker has no such state', () => {
    const sides = { ours: 'in_progress', agreed: 'open', theirs: 'open', lastTheirs: 'open' } as const;
    expect(reconcile(sides, IN_GITHUB)).toEqual({ ours: null, theirs: null });
  });
});

describe('the text of a ticket', () => {
  const FACTS = {
    ticketId: '00000000-0000-4000-8000-000000000001',
    title: ' Close\nthe port ',
    subject: 'Bucket @everyone ![x](https://evil.example) [~admin] {code} is public',
    dueOn: '2026-12-24',
    url: 'https://crosswalk.example/work-items/1',
  };

  it('has a title of one line that Jira takes', () => {
    expect(ticketTitle(FACTS)).toBe('Close the port');
    expect(ticketTitle({ ...FACTS, title: 'x'.repeat(300) })).toHaveLength(255);
  });

  it('makes no mention, link, image or macro of a name from a connected system', () => {
    const [subject, due, link, , reference] = ticketText(FACTS).split('\n\n');
    expect(subject).toBe('Bucket everyone x (https: evil.example) admin code is public');
    expect(due).toBe('Due on 2026-12-24.');
    expect(link).toBe('Work item: https://crosswalk.example/work-items/1');
    expect(reference).toBe('Reference: crosswalk-00000000-0000-4000-8000-000000000001');
  });
});

describe('the key of a ticket that is there', () => {
  const JIRA = { kind: 'jira', project: 'ENG' } as const;
  const GITHUB = { kind: 'github', project: 'acme/infra' } as const;

  it.each([
    [JIRA, 'ENG-12', 'ENG-12'],
    [JIRA, ' eng-12 ', 'ENG-12'],
    [JIRA, 'https://acme.atlassian.net/browse/ENG-12', 'ENG-12'],
    [GITHUB, '12', '12'],
    [GITHUB, '#12', '12'],
    [GITHUB, 'https://github.com/acme/infra/issues/12', '12'],
  ] as const)('is read by %o from %s', (tracker, given, key) => {
    expect(checkedKey(tracker, given)).toBe(key);
  });

  it.each([
    [JIRA, 'OPS-12'],
    [JIRA, 'ENG-0'],
    [JIRA, '12'],
    [GITHUB, 'ENG-12'],
    [GITHUB, '12/../../user'],
    [GITHUB, '0'],
    [GITHUB, ''],
  ] as const)('is refused by %o of %s', (tracker, given) => {
    expect(() => checkedKey(tracker, given)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
