import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';

/**
 * Checks that the caller may call `operation`.
 * @throws {AppError} UNAUTHENTICATED without a caller; FORBIDDEN naming the roles that may, or to an API key
 */
export function requireAccess(ctx: RequestContext, operation: string): void {
  const { access } = ctx.app;
  const { roles } = access.rowOf(operation);
  if (roles === 'public') return;
  switch (access.refusalOf(ctx.viewer, operation)) {
    case null:
      return;
    case 'role':
      throw new AppError('FORBIDDEN', 'your role may not do this', {
        details: roles.map((each) => ({ field: '/role', message: `${each} may` })),
      });
    case 'api key':
      throw new AppError('FORBIDDEN', 'an API key may not do this: log in and use the access token');
  }
}
