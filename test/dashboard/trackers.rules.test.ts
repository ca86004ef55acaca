import { describe, expect, it } from 'vitest';
import {
  changesOf,
  creationOf,
  NEW_TRACKER,
  valuesOf,
} from '../../src/dashboard/app/pages/trackers/tracker-form.rules.js';
import { ticketName } from '../../src/dashboard/app/parts/work-items/ticket-name.rules.js';

const JIRA = {
  ...NEW_TRACKER,
  ...{ address: 'https://acme.atlassian.net', project: 'ENG', email: 'bot@acme.example', token: 'a-token-of-jira' },
};
const STORED = {
  ...{ kind: 'jira' as const, name: 'Engineering', address: 'https://acme.atlassian.net', project: 'ENG' },
  ...{ issueType: 'Task', email: 'bot@acme.example' },
} as const;

describe('the form of a tracker', () => {
  it('names a new one after its project unless a name is typed', () => {
    expect(creationOf(JIRA)).toMatchObject({ name: 'ENG', project: 'ENG', token: 'a-token-of-jira' });
    expect(creationOf({ ...JIRA, name: 'Engineering' })).toMatchObject({ name: 'Engineering' });
  });

  it('sends no fields of Jira for GitHub, and leaves the address out where none is typed', () => {
    const github = { ...NEW_TRACKER, kind: 'github', project: 'acme/infra', token: 'a-token-of-github' } as const;
    expect(creationOf(github)).toEqual({
      ...{ kind: 'github', name: 'acme/infra', project: 'acme/infra', token: 'a-token-of-github' },
    });
  });

  it('sends an empty email address as none: a token of Data Center has none', () => {
    expect(creationOf({ ...JIRA, email: '' })).toMatchObject({ email: null });
  });

  it('sends what differs alone, and a token only where one was typed', () => {
    const before = valuesOf(STORED);
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, { ...before, name: 'Platform', email: '' })).toEqual({ name: 'Platform', email: null });
    expect(changesOf(before, { ...before, address: 'https://jira.acme.example', token: 'another-token' })).toEqual({
      address: 'https://jira.acme.example',
      token: 'another-token',
    });
  });

  it('shows no token of a stored one', () => {
    expect(valuesOf({ ...STORED, issueType: null, email: null })).toMatchObject({
      issueType: '',
      email: '',
      token: '',
    });
  });
});

describe('the name of a ticket', () => {
  it.each([
    [{ tracker: { kind: 'jira', name: 'Engineering', project: 'ENG' }, key: 'ENG-12' }, 'ENG-12'],
    [{ tracker: { kind: 'github', name: 'Code', project: 'acme/infra' }, key: '12' }, 'acme/infra#12'],
    [{ tracker: { kind: 'github', name: 'Code', project: 'acme/infra' }, key: null }, 'Code'],
  ] as const)('of %j is %s', (ticket, name) => {
    expect(ticketName(ticket)).toBe(name);
  });
});
