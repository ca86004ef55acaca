import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { sharedCatalogue } from '../../src/modules/catalogue/shared-catalogue.js';
import type { Catalogue } from '../../src/modules/catalogue/catalogue.js';
import { numbersByPlace, shippedContent } from './shipped.js';

/** Elements about other systems than those that a test sees, by the one requirement of PCI DSS that is to ask for them no more. */
const ABOUT_OTHERS = [
  { controlId: '8.4.1', universal: 'UCF-AUT-02', element: 6 },
  { controlId: '8.4.3', universal: 'UCF-AUT-02', element: 6 },
  { controlId: '10.2.1.6', universal: 'UCF-LOG-03', element: 6 },
];

/**
 * Rules of Prowler that ask there for what a check of ours does: its trails record changes, and no administrator has keys alone.
 */
const SAME_THERE = [
  { rule: 'cloudtrail_multi_region_enabled', check: 'aws.cloudtrail.multi-region-enabled' },
  { rule: 'iam_administrator_access_with_mfa', check: 'aws.iam.administrator-access-with-mfa' },
];

/**
 * A control that is manual there, although a check decides one of its elements: no shipped one is, and such a control can fail by tests
 * and not pass by them.
 */
export const MANUAL = { framework: 'hitrust', controlId: '01.j' };

let content: Content | null = null;

/**
 * The shipped content for an organization whose only system is its account of AWS: three requirements of PCI DSS do not ask for others.
 * No control of the shipped content passes by tests alone (see docs/adr/0026-status-by-elements.md), so that tests of what happens when one does run on this.
 */
export function contentOfOneSystem(): Content {
  return (content ??= withManual(withSameRules(withoutOthers(structuredClone(shippedContent())))));
}

/** Its catalogue, without a database. */
export function catalogueOfOneSystem(): Catalogue {
  return sharedCatalogue(contentOfOneSystem(), numbersByPlace(contentOfOneSystem()));
}

function withManual(copy: Content): Content {
  const controls = copy.frameworks.find(({ slug }) => slug === MANUAL.framework)?.controls;
  const control = controls?.find((each) => each.control_id === MANUAL.controlId);
  if (!control) throw new Error(`there is no ${MANUAL.controlId}`);
  control.method = 'manual';
  return copy;
}

function withSameRules(copy: Content): Content {
  for (const { rule, check: id } of SAME_THERE) {
    const check = copy.checkFiles.flatMap(({ checks }) => checks).find((each) => each.id === id);
    if (!check || check.rules.prowler !== undefined)
      throw new Error(`${id} is no check that asks for more than ${rule}`);
    check.rules.prowler = rule;
  }
  const same = SAME_THERE.map(({ rule }) => rule);
  return { ...copy, rules: copy.rules.filter(({ rule }) => !same.includes(rule)) };
}

function withoutOthers(copy: Content): Content {
  for (const { controlId, universal, element } of ABOUT_OTHERS) {
    const entry = copy.domains.flatMap((each) => each.universal_controls).find(({ code }) => code === universal);
    const line = entry?.mappings.find((each) => each.framework === 'pci-dss' && each.control_id === controlId);
    if (!line?.covers.includes(element)) throw new Error(`${controlId} does not ask for ${universal}/${element}`);
    line.covers = line.covers.filter((each) => each !== element);
  }
  return { ...copy, version: `${copy.version.slice(0, -1)}-` };
}
