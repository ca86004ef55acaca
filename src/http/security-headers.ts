import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Policy of whatever is no page: JSON, files, plain text. Should a browser ever show one, it loads nothing, runs nothing and stands in
 * no frame.
 */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Features of browsers that no page of ours uses. Source: the directives of the Permissions Policy specification. */
const UNUSED_FEATURES = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** Time for which a browser asks for this host by HTTPS alone. Source: OWASP ASVS 5.0, 3.4.1 (at least one year). Seconds. */
const TRANSPORT_SECURITY_SECONDS = 31_536_000;

/**
 * Headers of every response. A route that needs another value sets it itself: pages their content security policy,
 * hashed assets their caching.
 * Source: OWASP Secure Headers Project; OWASP ASVS 5.0, 3.4.
 */
const EVERY_RESPONSE: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': DATA_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'X-Frame-Options': 'DENY',
};

/**
 * Security headers of an installation.
 * @param isHttps whether clients reach it by HTTPS: only then browsers are asked never to use anything else
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  if (!isHttps) return EVERY_RESPONSE;
  return {
    ...EVERY_RESPONSE,
    'Strict-Transport-Security': `max-age=${TRANSPORT_SECURITY_SECONDS}; includeSubDomains`,
  };
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** `answer` with headers on every response, whoever writes it: set before it begins, so that it may replace them. */
export function withHeaders(headers: Readonly<Record<string, string>>, answer: Answer): Answer {
  return (req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    answer(req, res);
  };
}
