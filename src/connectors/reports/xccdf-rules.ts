import { unreadable } from './report-error.js';
import type { Requirement } from './requirement.js';
import { childrenOf, textIn, type XmlElement } from './xml-element.js';

/** Properties of a Rule that its results need. */
interface XccdfRule {
  title: string | null;
  severity: string | null;
  requirements: Requirement[];
}

/** Limit of all rules: SCAP content has a few thousand, some 2 KB each. Characters. */
const STORED_CHARS_MAX = 64 * 2 ** 20;

/**
 * Names for the documents that SCAP content refers to by address, in the spelling that Prowler uses for the same
 * frameworks; the version is part of the name, because ids differ between versions. A pattern matches within the address.
 * Source: the addresses in ComplianceAsCode/content, DISA's STIGs and CIS's benchmarks.
 */
const FRAMEWORKS: readonly (readonly [RegExp, string])[] = [
  [/iso\.org\/.{0,64}54534|iso.?27001.?2013/i, 'ISO27001-2013'],
  [/iso.?(?:iec)?.?27001/i, 'ISO27001-2022'],
  [/NIST\.CSWP\.04162018/i, 'NIST-CSF-1.1'],
  [/NIST\.CSWP\.29/i, 'NIST-CSF-2.0'],
  [/800-53r?5/i, 'NIST-800-53-Revision-5'],
  [/800-53/i, 'NIST-800-53-Revision-4'],
  [/800-171r?3/i, 'NIST-800-171-Revision-3'],
  [/800-171/i, 'NIST-800-171-Revision-2'],
  [/pci[_-]?dss[_-]?v?4|pci-4/i, 'PCI DSS 4.0'],
  [/pcisecuritystandards|pci[_-]?dss/i, 'PCI-3.2.1'],
  [/CFR-\d{4}-title45|hipaa/i, 'HIPAA'],
  [/cisecurity\.org\/controls/i, 'CIS-Controls'],
  [/cisecurity\.org|benchmarks\.cisecurity/i, 'CIS'],
  [/\/cci(?:\/|$)|iase\.disa\.mil\/cci/i, 'CCI'],
  [/cyber\.mil|iase\.disa\.mil/i, 'DISA-STIG'],
  [/nist\.gov\/cce|cce\.mitre\.org/i, 'CCE'],
  [/aicpa|soc.?2/i, 'SOC2'],
  [/fbi\.gov.{0,64}cjis/i, 'CJIS'],
  [/isaca\.org/i, 'COBIT'],
  [/nerc\.com/i, 'NERC-CIP'],
  [/cyber\.gouv\.fr|ssi\.gouv\.fr/i, 'ANSSI'],
  [/bsi\.bund\.de/i, 'BSI'],
  [/cyber\.gov\.au/i, 'ISM'],
];

/** Rules of a document, by id. */
export class XccdfRules {
  private readonly byId = new Map<string, XccdfRule>();
  private storedChars = 0;

  add(element: XmlElement): void {
    const id = element.attributes.get('id');
    if (id === undefined) throw unreadable(`a Rule without an id at ${element.place}`);
    const rule = {
      title: textIn(childrenOf(element, 'title')[0])?.slice(0, 1_000) ?? null,
      severity: element.attributes.get('severity') ?? null,
      requirements: requirementsIn(element),
    };
    this.storedChars += id.length + JSON.stringify(rule).length;
    if (this.storedChars > STORED_CHARS_MAX)
      throw unreadable(`the rules are more than 64 MiB of text, at ${element.place}`);
    this.byId.set(id, rule);
  }

  get(id: string): XccdfRule | null {
    return this.byId.get(id) ?? null;
  }
}

/**
 * Requirements that a Rule or a rule-result names: each `reference` by its `href` and text (`a, b` are two),
 * each `ident` by its `system` and text. An unknown address is the name itself, without its query.
 */
export function requirementsIn(element: XmlElement): Requirement[] {
  const references = childrenOf(element, 'reference').map((one) => [one.attributes.get('href'), one.text] as const);
  const idents = childrenOf(element, 'ident').map((one) => [one.attributes.get('system'), one.text] as const);
  return [...references, ...idents].flatMap(([address, text]) => {
    if (address === undefined || address === '') return [];
    const framework = frameworkName(address.slice(0, 512));
    const ids = text.split(',').map((id) => id.trim());
    return ids.filter((id) => id !== '' && id.length <= 128).map((id) => ({ framework, id }));
  });
}

function frameworkName(address: string): string {
  return FRAMEWORKS.find(([pattern]) => pattern.test(address))?.[1] ?? address.replace(/[?#][^]*$/, '');
}
