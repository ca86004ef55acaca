import type { RequestContext } from '../../context.js';
import { AppError, notFound } from '../../platform/errors.js';
import { findFramework, type Control, type Framework } from './catalogue.js';

/** The active frameworks of the caller, in the specification's order. */
export function visibleFrameworks({ catalogue, viewer }: RequestContext): Framework[] {
  return catalogue.frameworks.filter(({ slug }) => viewer.frameworks.includes(slug));
}

/** Whether the control belongs to an active framework. */
export function isVisible({ viewer }: RequestContext, control: Control): boolean {
  return viewer.frameworks.includes(control.framework.slug);
}

/** @throws {AppError} NOT_FOUND for an unknown or malformed id and for a control of a framework that is not active alike */
export function findControl(ctx: RequestContext, id: string): Control {
  const control = ctx.catalogue.controlById.get(id.toLowerCase());
  if (!control || !isVisible(ctx, control)) throw notFound();
  return control;
}

/**
 * The framework that a request names by name, slug or id.
 * @throws {AppError} NOT_FOUND for one we do not have; FRAMEWORK_NOT_ACTIVE for one that the tenant does not see
 */
export function findActiveFramework(ctx: RequestContext, name: string): Framework {
  const framework =
    ctx.catalogue.frameworks.find(({ id }) => id === name.toLowerCase()) ?? findFramework(ctx.catalogue, name);
  if (!framework) throw notFound();
  if (ctx.viewer.frameworks.includes(framework.slug)) return framework;
  throw new AppError('FRAMEWORK_NOT_ACTIVE', `${framework.name} is not active for this organization`);
}
