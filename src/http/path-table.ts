import findMyWay from 'find-my-way';

/** Longest value of a parameter that is looked at, in characters. Node refuses longer requests itself. */
const PARAMETER_MAX = 16_384;

interface Entry<H> {
  method: string;
  /** With parameters in braces: `/api/scans/{scan_job_id}`. */
  path: string;
  handler: H;
}

/** What answers a path. */
export interface PathMatch<H> {
  /** By method; that of GET answers HEAD too. */
  handlers: ReadonlyMap<string, H>;
  /** Decoded parameters by name. */
  parameters: Readonly<Record<string, string>>;
}

/**
 * Paths found by one walk down a prefix tree, whatever their number. What is written out wins over a parameter, also for another method:
 * `GET /api/scans/trigger` is no scan of the id `trigger`. Capitals and a slash at the end make no difference.
 */
export class PathTable<H> {
  private readonly tree = findMyWay({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: PARAMETER_MAX });

  constructor(entries: readonly Entry<H>[]) {
    for (const [path, own] of Map.groupBy(entries, (entry) => entry.path)) {
      const handlers = new Map(own.flatMap(({ method, handler }) => methodsOf(method).map((each) => [each, handler])));
      this.tree.on('GET', path.replace(/\{(\w+)\}/g, ':$1'), () => undefined, handlers);
    }
  }

  /** Null for an unknown path, and for one that cannot be decoded. */
  find(path: string): PathMatch<H> | null {
    const found = this.tree.find('GET', path);
    if (!found) return null;
    return { handlers: found.store as ReadonlyMap<string, H>, parameters: found.params as Record<string, string> };
  }
}

function methodsOf(method: string): string[] {
  return method === 'GET' ? ['HEAD', 'GET'] : [method];
}
