/**
 * Every cookie that the service sets: no script reads it, it is for the whole host and no other (`Path=/`, no `Domain`), and
 * it ends by itself.
 */
export const COOKIES = {
  /** Refresh token of a browser's session. */
  session: { name: 'crosswalk', sameSite: 'strict' },
  /** Mark of a browser that has logged in to an account, which opens nothing. */
  device: { name: 'crosswalk-device', sameSite: 'strict' },
  /** Secret of a sign-on under way. Lax: the browser comes back from the provider by a link, with which it sends the cookie. */
  signOn: { name: 'crosswalk-sign-on', sameSite: 'lax' },
} as const;
export type CookieKind = keyof typeof COOKIES;

/**
 * Name of a cookie. Over HTTPS it has the prefix `__Host-` (RFC 6265bis, 4.1.3.2), by which a browser takes it from this host
 * alone, and only if it is Secure; over plain HTTP, which is for this machine, browsers refuse that, and the name has the
 * port, since cookies of one host are shared by all ports.
 * @param publicUrl address of the service for clients
 */
export function cookieName(kind: CookieKind, publicUrl: string): string {
  const { name } = COOKIES[kind];
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? `__Host-${name}` : `${name}-${port || '80'}`;
}
