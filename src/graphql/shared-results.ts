import { createHash } from 'node:crypto';
import { getOperationAST, Kind, print, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { RequestContext, Viewer } from '../context.js';
import { ByObject } from '../platform/by-object.js';

/**
 * Which fields of a viewer say who it is. The others say what it may do, and two viewers who agree in all of these get the same result,
 * unless it was made from a field that says who they are.
 */
const PERSONAL: Record<keyof Viewer, boolean> = {
  userId: true,
  apiKeyId: true,
  sessionId: true,
  authenticatedAt: true,
  authenticatedBy: true,
  expiresAt: true,
  auditorLink: false,
  scopes: false,
  needsMfaEnrolment: false,
  tenantId: false,
  role: false,
  licenseTier: false,
  frameworks: false,
  hasHipaaPrivacy: false,
  rateLimitPerMinute: false,
};

const RIGHTS = (Object.keys(PERSONAL) as (keyof Viewer)[]).filter((field) => !PERSONAL[field]);

/** A subscription, as far as its results are shared. */
export interface Sharing {
  /** Key of everything that its results follow from beside its events. */
  key: string;
  viewer: Viewer;
}

/**
 * Results of the events of subscriptions, executed once for all subscribers of this process who would get the same. Whether they
 * would is noticed, not declared: the viewer that a result is made for notes whether it was asked who it is. A result with
 * errors is nobody else's either: it names its request.
 */
export class SharedResults {
  private readonly results = new ByObject<Promise<ExecutionResult | null>>();

  /** Key of everything that a subscription's results follow from beside its events. */
  keyOf(
    { document, operationName, variableValues }: ExecutionArgs,
    { viewer, contentLanguage }: Pick<RequestContext, 'viewer' | 'contentLanguage'>,
  ): string {
    const rights = RIGHTS.map((field) => viewer[field]);
    return JSON.stringify([digestOf(document, operationName), variableValues, rights, contentLanguage]);
  }

  /**
   * The result of `event` for a subscription.
   * @param execute executes it for the viewer it is given
   */
  async resultOf(
    event: unknown,
    { key, viewer }: Sharing,
    execute: (viewer: Viewer) => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    if (typeof event !== 'object' || event === null) return execute(viewer);
    const own: { result?: Promise<ExecutionResult> } = {};
    const shared = this.results.of(event, key, () => {
      const watched = watchViewer(viewer);
      own.result = execute(watched.viewer);
      return own.result.then(
        (result) => (result.errors || watched.isPersonal() ? null : result),
        () => null,
      );
    });
    return own.result ?? (await shared) ?? execute(viewer);
  }
}

/** Digest of an operation with its fragments: the same whatever it is called, and however it is written. */
function digestOf(document: DocumentNode, operationName: string | null | undefined): string {
  const operation = getOperationAST(document, operationName);
  const hash = createHash('sha256').update(operation ? print({ ...operation, name: undefined }) : '');
  for (const each of document.definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) hash.update(print(each));
  return hash.digest('base64');
}

/** The viewer, and whether a field that says who it is has been read of it. */
function watchViewer(viewer: Viewer): { viewer: Viewer; isPersonal: () => boolean } {
  let isPersonal = false;
  const watched = new Proxy(viewer, {
    get(target, field: keyof Viewer) {
      isPersonal ||= PERSONAL[field];
      return target[field];
    },
  });
  return { viewer: watched, isPersonal: () => isPersonal };
}
