import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from '../../src/modules/passkeys/relying-party.rules.js';

describe('the relying party of a public address', () => {
  it.each([
    ['https://crosswalk.example', 'crosswalk.example', 'https://crosswalk.example'],
    ['https://crosswalk.example:8443/', 'crosswalk.example', 'https://crosswalk.example:8443'],
    ['https://Crosswalk.Example/under/a/path', 'crosswalk.example', 'https://crosswalk.example'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['https://localhost', 'localhost', 'https://localhost'],
  ])('of %s is %s at %s', (href, rpId, origin) => {
    expect(relyingPartyOf(href)).toEqual({ rpId, origin });
  });

  it.each([
    ['http://127.0.0.1:3000', 'IP address (127.0.0.1)'],
    ['https://192.0.2.7', 'IP address (192.0.2.7)'],
    ['https://[2001:db8::1]:8443', 'IP address ([2001:db8::1])'],
    ['http://crosswalk.example', 'PUBLIC_URL is http://crosswalk.example'],
    ['http://notlocalhost', 'PUBLIC_URL is http://notlocalhost'],
  ])('of %s does not exist, and says why', (href, reason) => {
    expect(relyingPartyOf(href)).toEqual({ reason: expect.stringContaining(reason) });
  });
});
