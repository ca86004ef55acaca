import type { RequestContext } from '../../context.js';
import { ContextKey } from '../../platform/context-values.js';
import { AppError, notFound } from '../../platform/errors.js';
import { findFramework, type Catalogue, type Control, type Domain, type Framework } from './catalogue.js';

/** Frameworks that one argument may name: more than there are, each in several spellings. */
export const FRAMEWORKS_NAMED_MAX = 50;

/** The catalogue of the process, of every scope. */
export const CATALOGUE = new ContextKey<Catalogue>('catalogue');

/** The catalogue of every scope. */
export function wholeCatalogueOf({ app }: RequestContext): Catalogue {
  return app.values.get(CATALOGUE);
}

/** What of the catalogue is in scope for the caller's organization; all of it where nobody is logged in. */
export function catalogueOf(ctx: RequestContext): Catalogue {
  return ctx.once(scopedCatalogue);
}

function scopedCatalogue(ctx: RequestContext): Catalogue {
  const whole = wholeCatalogueOf(ctx);
  return ctx.viewerIfAny ? whole.scopedTo(ctx.viewerIfAny) : whole;
}

/** The active frameworks of the caller, in the specification's order, each with its controls in scope. */
export function visibleFrameworks(ctx: RequestContext): Framework[] {
  return catalogueOf(ctx).frameworks.filter(({ slug }) => ctx.viewer.frameworks.includes(slug));
}

/** Whether the control, which the caller's catalogue has, belongs to an active framework. */
export function isVisible({ viewer }: RequestContext, control: Control): boolean {
  return viewer.frameworks.includes(control.framework.slug);
}

/** Every control of the frameworks, and behind those of each one the ones it had in former versions. */
export function controlsEver(ctx: RequestContext, frameworks: readonly Framework[]): Control[] {
  return frameworks.flatMap((framework) => [
    ...framework.controls,
    ...catalogueOf(ctx).formerControls.filter((control) => control.framework === framework),
  ]);
}

/** @throws {AppError} NOT_FOUND as `findControl`, and for a control that its framework has no more */
export function findCurrentControl(ctx: RequestContext, id: string): Control {
  const control = findControl(ctx, id);
  if (!control.isCurrent) throw notFound();
  return control;
}

/**
 * A control, also one that its framework has no more: what is stored of it stays readable.
 * @throws {AppError} NOT_FOUND alike for an unknown or malformed id and for a control that is not in scope or of a framework that is not active
 */
export function findControl(ctx: RequestContext, id: string): Control {
  const control = catalogueOf(ctx).controlById.get(id.toLowerCase());
  if (!control || !isVisible(ctx, control)) throw notFound();
  return control;
}

/**
 * The control of a framework by its code, without case; also one that the framework has no more.
 * @throws {AppError} NOT_FOUND alike for an unknown framework or code, and for a framework that is not active
 */
export function findControlByCode(ctx: RequestContext, name: string, code: string): Control {
  const framework = frameworkNamed(ctx, name);
  const wanted = code.toLowerCase();
  const control =
    framework && controlsEver(ctx, [framework]).find(({ controlId }) => controlId.toLowerCase() === wanted);
  if (!control || !isVisible(ctx, control)) throw notFound();
  return control;
}

/**
 * The framework that a request names by name, slug or id.
 * @throws {AppError} NOT_FOUND for one we do not have; FRAMEWORK_NOT_ACTIVE for one that the tenant does not see
 */
export function findActiveFramework(ctx: RequestContext, name: string): Framework {
  const framework = frameworkNamed(ctx, name);
  if (!framework) throw notFound();
  if (ctx.viewer.frameworks.includes(framework.slug)) return framework;
  throw new AppError('FRAMEWORK_NOT_ACTIVE', `${framework.name} is not active for this organization`);
}

/** The framework with that name, slug or id, active or not. */
function frameworkNamed(ctx: RequestContext, name: string): Framework | null {
  const catalogue = catalogueOf(ctx);
  return catalogue.frameworks.find(({ id }) => id === name.toLowerCase()) ?? findFramework(catalogue, name);
}

/**
 * The domain of the Unified Control Framework that a request names by its code, without case.
 * @param pointer of the argument
 * @throws {AppError} VALIDATION_FAILED naming it for a domain that there is not
 */
export function findDomain(ctx: RequestContext, code: string, pointer = '/domain'): Domain {
  const wanted = code.toUpperCase();
  const domain = catalogueOf(ctx).domains.find((each) => each.code === wanted);
  if (!domain) throw AppError.invalid(pointer, 'is not the code of a domain');
  return domain;
}
