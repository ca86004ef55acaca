import type { Control } from '../../src/modules/catalogue/catalogue.js';
import { catalogueOfOneSystem } from './content-of-one-system.js';

/**
 * What checks show of controls, worked out from the content of `contentOfOneSystem` by the rules in schema/contract/status.md. What they
 * decide, fail and reach is the same in the shipped content; what they pass needs a service with the former.
 */

/** The one AWS check of the element that PCI DSS 10.2.1.6 asks for: an account with a trail that logs changes everywhere. */
export const AUDIT_TRAIL = {
  check: 'aws.cloudtrail.multi-region-enabled',
  prowler: 'cloudtrail_multi_region_enabled',
};

/** Two AWS checks of second factors; the last is the one of the element that PCI DSS 8.4.3 asks for. */
export const CONSOLE_MFA = [
  { check: 'aws.iam.root-mfa-enabled', prowler: 'iam_root_mfa_enabled' },
  { check: 'aws.iam.user-mfa-enabled-console-access', prowler: 'iam_user_mfa_enabled_console_access' },
] as const;

/** The AWS checks of the element that PCI DSS 8.4.1 asks for; neither shows it without the other. */
export const ADMIN_MFA = [
  CONSOLE_MFA[0],
  { check: 'aws.iam.administrator-access-with-mfa', prowler: 'iam_administrator_access_with_mfa' },
] as const;

const catalogue = catalogueOfOneSystem();

/** The elements that a check decides, as `code/number`. */
export function elementsOf(checkId: string): string[] {
  const check = catalogue.checkById.get(checkId);
  if (!check) throw new Error(`there is no check ${checkId}`);
  return check.decides.flatMap(({ universalControl: { code }, elements }) => elements.map((no) => `${code}/${no}`));
}

/** Elements on which the provider of a check votes without a test of them, whatever ran: see `supportedElements` of the catalogue. */
export function supportedBeside(checkId: string): string[] {
  const supported = catalogue.supportedElements.get(catalogue.checkById.get(checkId)?.provider ?? '') ?? [];
  return supported.map(({ universalControl: { code }, element }) => `${code}/${element}`);
}

/** Controls that fail where a check fails: those that ask for one of its elements. In the order of scan results. */
export function failedBy(checkId: string): Control[] {
  const failing = elementsOf(checkId);
  return catalogue.controls.filter(({ mappings }) =>
    mappings.some(({ universalControl: { code }, covers }) => covers.some((no) => failing.includes(`${code}/${no}`))),
  );
}

/**
 * Controls that pass where these checks pass and no other check of their provider ran: all checks of each element that a full
 * mapping covers are among them. In the order of scan results.
 */
export function passedBy(...checkIds: string[]): Control[] {
  const provider = catalogue.checkById.get(checkIds[0] ?? '')?.provider;
  const missing = new Set(
    [...catalogue.checkById.values()]
      .filter((check) => check.provider === provider && !checkIds.includes(check.id))
      .flatMap(({ id }) => elementsOf(id)),
  );
  const shown = new Set(checkIds.flatMap(elementsOf).filter((element) => !missing.has(element)));
  return catalogue.controls.filter(
    ({ method, mappings }) =>
      method !== 'manual' &&
      mappings.some(
        ({ universalControl: { code }, covers, asksMore }) =>
          !asksMore && covers.every((no) => shown.has(`${code}/${no}`)),
      ),
  );
}

/** Controls that a check is evidence for, whether it decides them or not. */
export function reachedBy(checkId: string): Control[] {
  return catalogue.checkById.get(checkId)?.controls ?? [];
}

/** A control as scan results name it: framework and id. */
export function nameOf({ framework, controlId }: Control): string {
  return `${framework.name}: ${controlId}`;
}
