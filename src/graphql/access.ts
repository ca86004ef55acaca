import type { RequestContext } from '../context.js';
import type { RequiredScope } from '../access/scopes.js';
import { MINUTE } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';

/**
 * Time after a proof (password, code, passkey, identity provider) for which operations with `stepUp` are open. Source: schema/contract/accounts.md,
 * "Step-up".
 */
const STEP_UP_MS = 10 * MINUTE;

/**
 * Checks that the caller may call `operation`.
 * @throws {AppError} UNAUTHENTICATED without a caller; FORBIDDEN for an auditor's link, or naming the roles that may, or the scope that an API key lacks;
 * MFA_ENROLMENT_REQUIRED for a member who has to enrol a second factor first
 */
export function requireAccess(ctx: RequestContext, operation: string): void {
  const { access } = ctx.app;
  const { roles } = access.rowOf(operation);
  if (roles === 'public') return;
  const refusal = access.refusalOf(ctx.viewer, operation);
  if (!refusal) {
    requireStepUp(ctx, operation);
    return;
  }
  if (refusal.reason === 'auditor_link') throw new AppError('FORBIDDEN', 'the link of an auditor does not open this');
  if (refusal.reason === 'enrolment')
    throw new AppError(
      'MFA_ENROLMENT_REQUIRED',
      'your organization requires a second factor: set up one-time codes, or use a passkey',
    );
  if (refusal.reason === 'scope') throw scopeRefusal(refusal.requiredScope);
  throw new AppError('FORBIDDEN', 'your role may not do this', {
    details: roles.map((each) => ({ field: '/role', message: `${each} may` })),
    allowedRoles: roles,
  });
}

function scopeRefusal(requiredScope: RequiredScope): AppError {
  const message =
    requiredScope === 'interactive'
      ? 'an API key may not do this: log in and use the access token'
      : `the API key lacks the scope ${requiredScope}`;
  return new AppError('FORBIDDEN', message, { requiredScope });
}

/** @throws {AppError} REAUTHENTICATION_REQUIRED when the operation asks for a recent password or code */
function requireStepUp({ app, viewer, clock }: RequestContext, operation: string): void {
  if (!app.access.rowOf(operation).stepUp) return;
  if (viewer.authenticatedAt !== null && clock.now().getTime() - viewer.authenticatedAt < STEP_UP_MS) return;
  throw new AppError(
    'REAUTHENTICATION_REQUIRED',
    'give your password, a one-time code or a passkey again, or prove who you are at your identity provider',
  );
}
