import type { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { byMoment } from './by-moment.js';
import { postureAtMoment } from './posture-at.sql.js';
import { Posture, postureOfRequest } from './posture.js';

/** Schema description of the `asOf` argument: the moment as of which statuses are read. */
export const AS_OF =
  'Statuses, assurances and disputes as they were then, by the ledger: `not_assessed` before the first record. Which frameworks are active, and all else, is of today. Not in the future.';

/**
 * The caller's posture at a moment, or now without one.
 * @throws {AppError} VALIDATION_FAILED naming `/as_of` for a moment that is still to come
 */
export async function postureAt(ctx: RequestContext, asOf: Date | null | undefined): Promise<Posture> {
  if (!asOf) return ctx.once(postureOfRequest).get();
  checkPast(ctx, asOf, '/as_of');
  return ctx.once(posturesOfRequest)(asOf);
}

/** @throws {AppError} VALIDATION_FAILED naming the field */
export function checkPast({ clock }: RequestContext, at: Date, field: string): void {
  if (at > clock.now()) throw AppError.invalid(field, 'must not be in the future');
}

/** For `ctx.once`: former postures of the caller, each read once, in one statement. */
export function posturesOfRequest({ em, viewer }: RequestContext): (at: Date) => Promise<Posture> {
  return byMoment(async (at: Date) => {
    const { version, statuses, assurances } = await postureAtMoment.only(em, { tenantId: viewer.tenantId, at });
    return new Posture(version, statuses, assurances);
  });
}

const POSTURE_THEN = Symbol('posture of a moment');

interface FormerControl extends Control {
  [POSTURE_THEN]?: Posture;
}

/** Controls whose status, assurance and dispute resolve from that posture; the same ones without a moment. */
export function controlsAt<Each extends object>(
  controls: readonly Each[],
  posture: Posture,
  asOf: Date | null | undefined,
): Each[] {
  if (!asOf) return [...controls];
  // Objects of their own: those of the catalogue are shared by every request.
  return controls.map((control) => Object.assign(Object.create(control) as Each, { [POSTURE_THEN]: posture }));
}

/** The posture from which a control's fields resolve: that of its moment, else that of now. */
export function postureOf(ctx: RequestContext, control: FormerControl): Posture | Promise<Posture> {
  return control[POSTURE_THEN] ?? ctx.once(postureOfRequest).get();
}
