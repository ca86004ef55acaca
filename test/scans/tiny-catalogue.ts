import type { Finding, FindingStatus, ReportedCheck, Severity } from '../../src/connectors/finding.js';
import { buildCatalogue } from '../../src/modules/catalogue/catalogue-build.js';
import type { Catalogue, Control } from '../../src/modules/catalogue/catalogue.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { numbersByPlace } from '../catalogue/shipped.js';

const file = 'tiny.yaml';

function framework(slug: string, name: string, codes: string[]): Content['frameworks'][number] {
  const controls = codes.map((code) => ({
    control_id: code,
    title: code,
    category: 'C',
    method: 'automated' as const,
    description: code,
    audit_question: '?',
    example_evidence: ['E'],
  }));
  return { slug, name, version: '1', description: name, categories: ['C'], attributes: [], controls, file };
}

function universalControl(code: string, controls: string[]): Content['domains'][number]['universal_controls'][number] {
  const mappings = controls.map((line) => {
    const [slug = '', id = ''] = line.split(' ');
    return {
      framework: slug,
      control_id: id,
      covers: [1],
      asks_more: false,
      corroborations: 0,
      rationale: 'Why',
    };
  });
  return {
    code,
    title: `Title of ${code}`,
    description: `Description of ${code}`,
    elements: [1, 2, 3].map((no) => `Element ${no} of ${code}.`),
    keywords: [],
    audit_question: '?',
    example_evidence: ['E'],
    mappings,
  };
}

function check(
  name: string,
  severity: Severity,
  decided: string[],
  supports: string[] = [],
): Content['checkFiles'][number]['checks'][number] {
  return {
    id: `aws.test.${name}`,
    title: `Check ${name}`,
    fault: `Fault of ${name}`,
    severity,
    tier: 1,
    resource_type: 'Thing',
    decides: Object.fromEntries(decided.map((code) => [code, [1]])),
    supports,
    rules: { prowler: `prowler_${name}` },
    description: name,
    rationale: name,
    remediation: {
      summary: `Repair ${name}.`,
      effort: name === 'two' ? 'high' : 'low',
      steps: [{ title: `Step of ${name}`, instruction: `Do ${name}`, command: null }],
    },
    references: ['Shared reference', `Reference ${name}`],
  };
}

/**
 * Two frameworks, four universal controls, six checks of two providers, small enough to work results out by hand. Each universal control has
 * three elements; every mapping covers the first and nothing more, so that it is a full one.
 *
 * | universal control | controls | checks that decide the first element | checks that support it |
 * |---|---|---|---|
 * | UCF-T-1 | soc2 CC1.1, pci-dss 1.1 | one (high), two (medium) | |
 * | UCF-T-2 | soc2 CC1.2 | two (medium) | forge (low), of the other provider |
 * | UCF-T-3 | soc2 CC1.10, pci-dss 1.2 | three (low), four (critical) | |
 * | UCF-T-4 | soc2 CC2.1 | | five (high) |
 */
export const TINY: Catalogue = (() => {
  const content: Content = {
    version: 'tiny',
    frameworks: [
      framework('soc2', 'SOC 2', ['CC1.1', 'CC1.2', 'CC1.10', 'CC2.1']),
      framework('pci-dss', 'PCI DSS', ['1.1', '1.2']),
    ],
    domains: [
      {
        code: 'GOV',
        name: 'Governance',
        description: 'Governance',
        universal_controls: [
          universalControl('UCF-T-1', ['soc2 CC1.1', 'pci-dss 1.1']),
          universalControl('UCF-T-2', ['soc2 CC1.2']),
          universalControl('UCF-T-3', ['soc2 CC1.10', 'pci-dss 1.2']),
          universalControl('UCF-T-4', ['soc2 CC2.1']),
        ],
        file,
      },
    ],
    resourceFiles: [],
    checkFiles: [
      {
        provider: 'aws',
        service: 'test',
        checks: [
          check('one', 'high', ['UCF-T-1']),
          check('two', 'medium', ['UCF-T-1', 'UCF-T-2']),
          check('three', 'low', ['UCF-T-3']),
          check('four', 'critical', ['UCF-T-3']),
          check('five', 'high', [], ['UCF-T-4']),
        ],
        file,
      },
      {
        provider: 'github',
        service: 'test',
        checks: [{ ...check('forge', 'low', [], ['UCF-T-2']), id: 'github.test.forge' }],
        file,
      },
    ],
    rules: [],
    families: [],
    translations: [],
  };
  return buildCatalogue(content, numbersByPlace(content));
})();

/** A control of the tiny catalogue by `framework control_id`. */
export function tinyControl(name: string): Control {
  const found = TINY.controls.find(({ framework: { slug }, controlId }) => `${slug} ${controlId}` === name);
  if (!found) throw new Error(`the tiny catalogue has no ${name}`);
  return found;
}

/** A finding of Prowler: `one` … `five` and `forge` are known rules, any other is not. `resource` null: on the whole account. */
export function finding(
  rule: string,
  status: FindingStatus,
  resource: string | null = 'r1',
  { account = 'acc', ...more }: Partial<ReportedCheck> & { account?: string | null } = {},
): Finding {
  const check = {
    scanner: 'prowler' as const,
    ruleId: `prowler_${rule}`,
    title: `Rule ${rule}`,
    severity: 'medium' as const,
  };
  return {
    check: { ...check, requirements: [], ...more },
    status,
    resource: resource === null ? null : { id: resource, name: null, type: null, region: null, account },
    summary: `${rule} says ${status}`,
    detectedAt: null,
  };
}
