import { describe, expect, it } from 'vitest';
import { SafeFetchError } from '../../../src/platform/safe-fetch/safe-fetch-error.js';
import { parseTarget } from '../../../src/platform/safe-fetch/target.js';

const read = (text: string) => parseTarget(text, { allowsHttp: false });

describe('a target URL', () => {
  it('is parsed', () => {
    expect(read('https://Hooks.Example.COM.:8443/a/b?c=d')).toEqual({
      origin: 'https://hooks.example.com.:8443',
      isTls: true,
      host: 'hooks.example.com',
      isAddress: false,
      port: 8443,
      path: '/a/b?c=d',
    });
  });

  it.each([
    ['https://127.1', '127.0.0.1'],
    ['https://2130706433', '127.0.0.1'],
    ['https://0x7f.0.0.1', '127.0.0.1'],
    ['https://0177.0.0.1', '127.0.0.1'],
    ['https://127.0.0.1.', '127.0.0.1'],
    ['https://①②⑦.⓪.⓪.①', '127.0.0.1'],
    ['https://[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['https://%31%32%37.0.0.1', '127.0.0.1'],
  ])('%s is %s in another notation', (text, host) => expect(read(text)).toMatchObject({ host, isAddress: true }));

  it.each([
    '',
    'example.com',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https:\\\\example.com',
    ' https://example.com',
    'https://example.com\n',
    'https://exa\tmple.com',
    'https://example.com/\u0000',
    'https://exam\u200bple.com',
    'https://',
    'https://exa mple.com',
    'https://256.256.256.256',
    'https://[fe80::1%25eth0]',
    `https://example.com/${'a'.repeat(2_048)}`,
    'http://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://example.com',
    'data:text/plain,x',
    'javascript:alert(1)',
    'https://user@example.com',
    'https://user:password@example.com',
    'https://@example.com',
    'https://:@example.com',
    'https://example.com@127.0.0.1',
    'https://example.com#@127.0.0.1',
    'https://example.com:0',
    'https://example.com:65536',
  ])('%j is refused', (text) => {
    expect(() => read(text)).toThrow(SafeFetchError);
  });

  it('may be http when that is allowed, and no other scheme', () => {
    expect(parseTarget('http://127.0.0.1:8080/x', { allowsHttp: true })).toMatchObject({ port: 8080, isTls: false });
    expect(() => parseTarget('ftp://127.0.0.1', { allowsHttp: true })).toThrow();
  });
});
