import type { BrowserExchange } from '../../context.js';
import { SECOND } from '../../platform/clock.js';
import type { PublicUrl } from '../../platform/public-url.js';

/**
 * Cookie with the refresh token of a browser's session: HttpOnly, SameSite=Strict, for the whole host and no other. Over
 * HTTPS it is Secure with the prefix `__Host-` (RFC 6265bis, section 4.1.3.2); over plain HTTP, which is for this machine,
 * browsers refuse that, and its name has the port, since cookies of one host are shared by all ports.
 */
export class RefreshCookie {
  constructor(private readonly publicUrl: PublicUrl) {}

  read(browser: BrowserExchange): string | null {
    return browser.cookie(this.name);
  }

  write(browser: BrowserExchange, token: string, { now, until }: { now: Date; until: Date }): void {
    const maxAgeSeconds = Math.max(0, Math.floor((until.getTime() - now.getTime()) / SECOND));
    browser.setCookie(this.name, token, { isSecure: this.isHttps, maxAgeSeconds });
  }

  clear(browser: BrowserExchange): void {
    browser.setCookie(this.name, '', { isSecure: this.isHttps, maxAgeSeconds: 0 });
  }

  private get isHttps(): boolean {
    return this.publicUrl.href.startsWith('https:');
  }

  private get name(): string {
    return this.isHttps ? '__Host-crosswalk' : `crosswalk-${new URL(this.publicUrl.href).port || '80'}`;
  }
}
