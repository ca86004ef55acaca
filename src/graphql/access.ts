import type { RequestContext } from '../context.js';
import { ACCESS } from '../modules/auth/roles.js';
import { AppError } from '../platform/errors.js';

/**
 * Lets the caller pass who may do `operation`.
 * @throws {AppError} UNAUTHENTICATED without a caller; FORBIDDEN naming the roles that may
 */
export function requireAccess(ctx: RequestContext, operation: string): void {
  const access = ACCESS[operation];
  if (access === 'public') return;
  const { role } = ctx.viewer;
  if (access?.includes(role)) return;
  throw new AppError('FORBIDDEN', 'your role may not do this', {
    details: (access ?? []).map((each) => ({ field: '/role', message: `${each} may` })),
  });
}

/** Whether anyone may do `operation`, without a token. */
export function isPublic(operation: string): boolean {
  return ACCESS[operation] === 'public';
}
