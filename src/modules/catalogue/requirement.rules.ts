/**
 * How scanners name our frameworks in their reports. A label that is not here (an older edition, another standard) is
 * not ours, whatever its numbers look like: ISO 27001:2013 and NIST CSF 1.1 reuse numbers with other meanings.
 * Our choice; the labels are those of Prowler, AWS Security Hub and the SCAP Security Guide.
 */
const LABELS: { framework: string; pattern: RegExp }[] = [
  { framework: 'soc2', pattern: /^(aicpa )?soc ?2( tsc)?( 2017)?$/ },
  { framework: 'soc2', pattern: /^tsc( 2017)?$/ },
  { framework: 'cmmc', pattern: /^cmmc( v?2( 0)?)?$/ },
  { framework: 'cmmc', pattern: /^nist( sp)? 800 171( r(ev(ision)?)? ?2)?$/ },
  { framework: 'iso27001', pattern: /^iso( iec)? ?27001 2022$/ },
  { framework: 'hipaa', pattern: /^hipaa( security rule)?( 45 cfr( part)? 164)?$/ },
  { framework: 'hitrust', pattern: /^hitrust( csf)?( v?11( \d+)*)?$/ },
  { framework: 'nist-csf', pattern: /^nist csf( v?2 0)?$/ },
  { framework: 'pci-dss', pattern: /^pci( dss)? v?4( 0)?( 1)?$/ },
];

/** The slug of the framework (and edition) that a report means by `label`, or null where it is none of ours. */
export function frameworkOfLabel(label: string): string | null {
  const words = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return LABELS.find(({ pattern }) => pattern.test(words))?.framework ?? null;
}

/** Whether a report writes, under this label, a running number behind each requirement. Source: reports of Prowler 5. */
export function hasRunningNumbers(label: string): boolean {
  return label.trim().toLowerCase() === 'pci-4.0';
}

/**
 * The requirement before a running number, none where it cannot be determined: `10.2.1.1.10` → `10.2.1.1`, `3.5.1.5` → `3.5.1`. No
 * requirement has five parts; an id of four that is a requirement as it stands (`10.2.1.2`) could be either.
 */
export function requirementOfRunningNumber(id: string, isRequirement: (id: string) => boolean): string[] {
  const parts = id.trim().split('.');
  const requirement = parts.slice(0, -1).join('.');
  if (parts.length < 4) return [id];
  return parts.length === 4 && isRequirement(id) ? [] : [requirement];
}

/**
 * One spelling for all spellings of a requirement id: `CC7.2`, `cc_7_2` → `cc.7.2`; `164.308(a)(1)(ii)(D)`,
 * `164_308_a_1_ii_d` → `164.308.a.1.ii.d`; `PR.AA-01` → `pr.aa.1`.
 */
export function requirementKey(id: string): string {
  return id
    .toLowerCase()
    .replace(/([a-z])(?=\d)/g, '$1.')
    .replace(/(\d)(?=[a-z])/g, '$1.')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.replace(/^0+(?=\d)/, ''))
    .join('.');
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Natural order of control ids: CC1.2 before CC1.10. For `Array.sort`. */
export function compareControlIds(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}
