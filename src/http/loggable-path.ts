const SEGMENT = /^(?:[a-z][a-z-]{0,30}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * The path with everything but words and ids replaced by `*`, so that it can be logged: callers put e-mail addresses, tokens and file
 * names into paths, and object keys contain such names.
 */
export function loggablePath(path: string): string {
  if (path.startsWith('/files/')) return '/files/*';
  return path
    .split('/')
    .slice(0, 12)
    .map((segment) => (segment === '' || SEGMENT.test(segment) ? segment : '*'))
    .join('/');
}
