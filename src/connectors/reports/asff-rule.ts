import type { Scanner } from '../finding.js';
import type { JsonNode } from './json-node.js';
import type { Requirement } from './requirement.js';

interface AsffRule {
  scanner: Scanner;
  ruleId: string;
  /** The requirement of a benchmark that the rule is named after; empty for other rules. */
  own: Requirement[];
}

/**
 * The rule of an ASFF finding. Security Hub names its control in different fields, by age and by whether
 * consolidated findings are on: `Compliance.SecurityControlId` (`S3.2`), `ProductFields.ControlId`, `ProductFields.RuleId`,
 * or the end of `GeneratorId`. A numeric id needs its standard: it becomes
 * `cis-aws-foundations-benchmark/v/1.2.0/1.1`. Prowler's own ASFF has `prowler-<check id>`; other products' rules are
 * their GeneratorId.
 * @throws {AppError} VALIDATION_FAILED with the place where no field names the rule
 */
export function asffRule(finding: JsonNode): AsffRule {
  const generator = finding.get('GeneratorId').textOrNull();
  const fields = finding.get('ProductFields');
  if (generator?.startsWith('prowler-') === true) {
    return { scanner: 'prowler', ruleId: generator.slice('prowler-'.length), own: [] };
  }
  const id =
    finding.get('Compliance').get('SecurityControlId').textOrNull() ??
    fields.get('ControlId').textOrNull() ??
    fields.get('RuleId').textOrNull() ??
    lastPart(generator) ??
    finding.get('GeneratorId').text();
  const standard = /^\d/.test(id) ? standardOf(generator, fields) : null;
  if (standard === null) return { scanner: 'security-hub', ruleId: id, own: [] };
  return { scanner: 'security-hub', ruleId: `${standard}/${id}`, own: [{ framework: standard, id }] };
}

/** `S3.2` of `security-control/S3.2`, `1.1` of `…/cis-aws-foundations-benchmark/v/1.2.0/rule/1.1`; null for other products. */
function lastPart(generator: string | null): string | null {
  if (generator === null || !/(?:^security-control|\/v\/[\d.]+(?:\/rule)?)\/[^/]+$/.test(generator)) return null;
  return generator.slice(generator.lastIndexOf('/') + 1);
}

/** `cis-aws-foundations-benchmark/v/1.2.0`, from whichever field names the standard. */
function standardOf(generator: string | null, fields: JsonNode): string | null {
  const sources = [
    generator,
    ...['StandardsControlArn', 'StandardsGuideArn', 'StandardsArn'].map((key) => fields.get(key).textOrNull()),
  ];
  for (const source of sources) {
    // eslint-disable-next-line redos/no-vulnerable -- the text is cut
    const found = /[a-z0-9-]{1,80}\/v\/[\d.]{1,20}/.exec(source?.slice(0, 512) ?? '');
    if (found !== null) return found[0];
  }
  return null;
}
