import { describe, expect, it } from 'vitest';
import { readExamples } from '../../src/http/openapi/examples.js';
import type { Answer } from '../support/client.js';
import { holdToContract, type SentRequest } from '../support/contract.js';

const PROFILE = readExamples()['GET /api/org/profile']?.answer as { data: Record<string, unknown>; meta: object };

const HEADERS = {
  'x-request-id': 'same',
  'content-type': 'application/json; charset=utf-8',
  'ratelimit-policy': '"default";q=600;w=60',
  ratelimit: '"default";r=599;t=60',
  'x-ratelimit-limit': '600',
  'x-ratelimit-remaining': '599',
  'x-ratelimit-reset': '60',
};

const request = (path: string, headers = {}): SentRequest => ({ method: 'GET', path, headers: new Headers(headers) });

function answer(body: unknown, status = 200, headers: Record<string, string> = HEADERS): Answer {
  return { status, headers: new Headers(headers), text: JSON.stringify(body), body };
}

/** Validates against the published document, because no service has this address. */
const hold = (sent: SentRequest, given: Answer) => () => {
  holdToContract(sent, given);
};

function without<Value>(object: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

describe('validation of responses in tests', () => {
  const sent = request('/api/org/profile');

  it('accepts a documented response, with or without the envelope', () => {
    expect(hold(sent, answer(PROFILE))).not.toThrow();
    expect(hold(request('/api/org/profile', { 'x-service-envelope': 'none' }), answer(PROFILE.data))).not.toThrow();
  });

  const nameless = without(PROFILE.data, 'name');
  const unlimited = without(HEADERS, 'ratelimit');

  it.each<[string, SentRequest, Answer, RegExp]>([
    ['lacks a member', sent, answer({ ...PROFILE, data: nameless }), /required property 'name'/],
    ['has one more', sent, answer({ ...PROFILE, data: { ...PROFILE.data, more: 1 } }), /additional properties/],
    ['has a null too many', sent, answer({ ...PROFILE, data: { ...PROFILE.data, name: null } }), /must be string/],
    ['has no envelope', sent, answer(PROFILE.data), /required property 'data'/],
    ['has another status', sent, answer(PROFILE, 201), /status 201 is not documented/],
    ['lacks a header', sent, answer(PROFILE, 200, unlimited), /header ratelimit is missing/],
    ['has a header that means something', sent, answer(PROFILE, 200, { ...HEADERS, location: '/' }), /location is not/],
    ['is a success on an unknown path', request('/api/unknown'), answer(PROFILE), /a path that is not documented/],
    ['took an unknown parameter', request('/api/org/profile?x=1'), answer(PROFILE), /parameter x is taken/],
  ])('fails the test when the response %s', (_what, given, received, reported) => {
    expect(hold(given, received)).toThrow(reported);
  });
});
