import { describe, expect, it } from 'vitest';
import { MINUTE, systemClock } from '../../src/platform/clock.js';
import { PublicUrl } from '../../src/platform/public-url.js';
import { SignedLinks } from '../../src/platform/storage/signed-links.js';

const NOW = Date.UTC(2026, 10, 25, 12);
const KEY = Buffer.alloc(32, 'a');
const OBJECT = '0f8fad5b-d9cb-469f-a165-70867728950e/evidence/1';

/** Links at a moment so many minutes after noon. */
function linksAt(minutes: number, key = KEY, previous: Buffer[] = []): SignedLinks {
  const clock = { ...systemClock, now: () => new Date(NOW + minutes * MINUTE) };
  return new SignedLinks(key, new PublicUrl('https://crosswalk.example'), clock, previous);
}

/** What a link of noon says. */
async function linkOf(key: string, fileName: string) {
  const url = new URL(await linksAt(0).urlOf(key, fileName));
  const text = (name: string) => url.searchParams.get(name) ?? '';
  return { key, fileName: text('name'), expires: text('expires'), signature: text('signature') };
}

describe('a link to a file of the service', () => {
  it('is valid for 15 minutes, and expired from then on', async () => {
    const link = await linkOf(OBJECT, 'seen.txt');
    expect(Number(link.expires) * 1_000).toBe(NOW + 15 * MINUTE);
    expect(linksAt(14.99).check(link)).toBe('valid');
    expect(linksAt(15).check(link)).toBe('expired');
  });

  it.each([
    ['key', `${OBJECT}0`],
    ['fileName', 'seen.html'],
    ['expires', String(NOW / 1_000 + 16 * 60)],
    ['signature', ''],
    ['signature', '00'.repeat(32)],
  ])('is forged with another %s: %s', async (name, value) => {
    expect(linksAt(0).check({ ...(await linkOf(OBJECT, 'seen.txt')), [name]: value })).toBe('forged');
  });

  it('is valid under the key that signed it, while that is known', async () => {
    const link = await linkOf(OBJECT, 'seen.txt');
    const next = Buffer.alloc(32, 'b');
    expect(linksAt(0, next, [KEY]).check(link)).toBe('valid');
    expect(linksAt(0, next).check(link)).toBe('forged');
  });
});
