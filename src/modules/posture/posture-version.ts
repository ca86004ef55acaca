import type { RequestContext } from '../../context.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { postureOfRequest } from './posture.js';

/**
 * Version of everything that responses are made of which say nothing but the catalogue and the statuses of the caller's
 * organization: the posture, the catalogue, and what of it the caller sees. Known once the caller is; for `RestRow.version`.
 */
export function postureVersion(ctx: RequestContext): string | null {
  const posture = ctx.once(postureOfRequest).get();
  if (posture instanceof Promise) return null;
  const { tenantId, role, licenseTier, frameworks, hasHipaaPrivacy } = ctx.viewer;
  const { version } = wholeCatalogueOf(ctx);
  return JSON.stringify([tenantId, posture.version, version, role, licenseTier, frameworks, hasHipaaPrivacy]);
}
