import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BrowserExchange } from '../../src/context.js';
import { KnownDevices } from '../../src/modules/auth/known-devices.js';
import { ShiftedClock } from './shifted-clock.js';

const DAY = 86_400_000;
const keyOf = (name: string) => createHash('sha256').update(name).digest();

/** A browser with one cookie. */
function browserWith(value: string | null = null): BrowserExchange & { value: string | null; lifetimeMs: number } {
  return {
    value,
    lifetimeMs: 0,
    isOwnPage: true,
    cookie(kind) {
      return kind === 'device' ? this.value : null;
    },
    setCookie(_kind, set, lifetimeMs) {
      Object.assign(this, { value: set, lifetimeMs });
    },
    clearCookie: () => undefined,
  };
}

describe('the cookie of a known browser', () => {
  const clock = new ShiftedClock();
  const devices = new KnownDevices(keyOf('new'), [], clock);

  it('is good for the account that logged in, for 90 days', async () => {
    const browser = browserWith();
    devices.remember(browser, 'ada@alpha.example');
    expect(browser.lifetimeMs).toBe(90 * DAY);
    expect(devices.idOf(browser, 'ada@alpha.example')).toMatch(/^[0-9a-f]{32}$/);
    expect(devices.idOf(browser, 'eve@alpha.example')).toBeNull();
    expect(devices.idOf(null, 'ada@alpha.example')).toBeNull();
    const later = await clock.at(90 * DAY, () => Promise.resolve(devices.idOf(browser, 'ada@alpha.example')));
    expect(later).toBeNull();
  });

  it('does not say whose it is', () => {
    const browsers = [browserWith(), browserWith()] as const;
    for (const browser of browsers) devices.remember(browser, 'ada@alpha.example');
    expect(browsers[0].value).not.toBe(browsers[1].value);
    expect(Buffer.from(browsers[0].value ?? '', 'base64url').toString('latin1')).not.toContain('ada');
  });

  it('of a browser keeps its id, and has another after a log-in to another account', () => {
    const browser = browserWith();
    devices.remember(browser, 'ada@alpha.example');
    const id = devices.idOf(browser, 'ada@alpha.example');
    devices.remember(browser, 'ada@alpha.example');
    expect(devices.idOf(browser, 'ada@alpha.example')).toBe(id);
    devices.remember(browser, 'eve@alpha.example');
    expect(devices.idOf(browser, 'ada@alpha.example')).toBeNull();
    expect(devices.idOf(browser, 'eve@alpha.example')).not.toBe(id);
  });

  it('is good under a previous key, and under no other', () => {
    const browser = browserWith();
    new KnownDevices(keyOf('old'), [], clock).remember(browser, 'ada@alpha.example');
    expect(devices.idOf(browser, 'ada@alpha.example')).toBeNull();
    const rotated = new KnownDevices(keyOf('new'), [keyOf('old')], clock);
    expect(rotated.idOf(browser, 'ada@alpha.example')).not.toBeNull();
    rotated.remember(browser, 'ada@alpha.example');
    expect(devices.idOf(browser, 'ada@alpha.example')).not.toBeNull();
  });
});
