const SEGMENT = /^(?:[a-z][a-z-]{0,30}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * A path as it may be logged: words and ids stay, everything else becomes `*`. Callers put e-mail addresses, tokens and names of
 * files into paths; object keys are made of such names.
 */
export function loggablePath(path: string): string {
  if (path.startsWith('/files/')) return '/files/*';
  return path
    .split('/')
    .slice(0, 12)
    .map((segment) => (segment === '' || SEGMENT.test(segment) ? segment : '*'))
    .join('/');
}
