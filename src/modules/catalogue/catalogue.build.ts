import type { Catalogue, Check, Control, Domain, Framework, Mapping, UniversalControl } from './catalogue.js';
import type { Content, InFile } from './content.shapes.js';
import { controlUuid, domainUuid, frameworkUuid, mappingUuid, universalControlUuid } from './catalogue.ids.js';
import { reach, requirementResolver, ruleResolver } from './catalogue.resolve.js';
import { named, uniqueMap } from './content.maps.js';
import { compareControlIds } from './requirement.rules.js';

/** The stable numbers of controls and universal controls, by id; kept by the database. */
export interface Numbering {
  controls: ReadonlyMap<string, number>;
  universalControls: ReadonlyMap<string, number>;
}

/**
 * Builds the catalogue and checks that it holds together: every mapping, check and rule names what exists, nothing twice,
 * nothing unmapped.
 * @throws {Error} naming what is wrong
 */
export function buildCatalogue(content: Content, numbering: Numbering): Catalogue {
  const frameworks = content.frameworks.map((file) => buildFramework(file, numbering));
  const frameworkBySlug = uniqueMap(frameworks, (framework) => framework.slug);
  const controls = frameworks.flatMap((framework) => framework.controls);
  const controlByCode = uniqueMap(controls, (control) => `${control.framework.slug} ${control.controlId}`);
  const domains = content.domains.map((file) => buildDomain(file, numbering, controlByCode));
  const universalControls = domains.flatMap((domain) => domain.universalControls);
  const universalByCode = uniqueMap(universalControls, (universalControl) => universalControl.code);
  const unmapped = controls.find((control) => control.mappings.length === 0);
  if (unmapped) throw new Error(`no universal control is mapped to ${unmapped.framework.slug} ${unmapped.controlId}`);

  const checks = content.checkFiles.flatMap((file) =>
    file.checks.map((entry) =>
      buildCheck({ ...entry, provider: file.provider, service: file.service, file: file.file }, universalByCode),
    ),
  );
  const checkById = uniqueMap(checks, (check) => check.id);
  attachChecks(checks);

  return {
    version: content.version,
    frameworks,
    controls,
    domains,
    universalControls,
    checks,
    frameworkBySlug,
    controlById: uniqueMap(controls, (control) => control.id),
    controlByNo: uniqueMap(controls, (control) => control.no),
    universalControlById: uniqueMap(universalControls, (universalControl) => universalControl.id),
    checkById,
    resolveRule: ruleResolver(content, checkById, universalByCode),
    resolveRequirement: requirementResolver(content, controlByCode),
  };
}

function buildFramework(file: Content['frameworks'][number], numbering: Numbering): Framework {
  const framework: Framework = {
    id: frameworkUuid(file.slug),
    slug: file.slug,
    name: file.name,
    version: file.version,
    description: file.description,
    controls: [],
    hasLevels: file.controls.some((entry) => entry.level !== undefined),
  };
  framework.controls = file.controls
    .map((entry): Control => {
      const id = controlUuid(file.slug, entry.control_id);
      return {
        no: numberOf(numbering.controls, id, entry.control_id),
        id,
        framework,
        controlId: entry.control_id,
        title: entry.title,
        description: entry.description,
        category: entry.category,
        maturityLevel: entry.level ?? null,
        mappings: [],
        checks: [],
      };
    })
    .sort((a, b) => compareControlIds(a.controlId, b.controlId));
  return framework;
}

function buildDomain(
  file: Content['domains'][number],
  numbering: Numbering,
  controlByCode: ReadonlyMap<string, Control>,
): Domain {
  const domain: Domain = {
    id: domainUuid(file.code),
    code: file.code,
    name: file.name,
    description: file.description,
    universalControls: [],
  };
  domain.universalControls = file.universal_controls.map((entry): UniversalControl => {
    const id = universalControlUuid(entry.code);
    const universalControl: UniversalControl = {
      no: numberOf(numbering.universalControls, id, entry.code),
      id,
      code: entry.code,
      title: entry.title,
      description: entry.description,
      domain,
      mappings: [],
      checks: [],
    };
    for (const line of entry.mappings) {
      const control = named(controlByCode, `${line.framework} ${line.control_id}`, { file: file.file, id: entry.code });
      const mapping: Mapping = {
        id: mappingUuid(entry.code, line.framework, line.control_id),
        universalControl,
        control,
        relationship: line.relationship,
        corroborations: line.corroborations,
        rationale: line.rationale ?? null,
      };
      universalControl.mappings.push(mapping);
      control.mappings.push(mapping);
    }
    uniqueMap(universalControl.mappings, (mapping) => mapping.control.id);
    return universalControl;
  });
  return domain;
}

type CheckEntry = Content['checkFiles'][number]['checks'][number] & InFile & { provider: string; service: string };

function buildCheck(entry: CheckEntry, universalByCode: ReadonlyMap<string, UniversalControl>): Check {
  return {
    id: entry.id,
    provider: entry.provider,
    service: entry.service,
    title: entry.title,
    severity: entry.severity,
    tier: entry.tier,
    resourceType: entry.resource_type,
    description: entry.description,
    rationale: entry.rationale,
    remediation: entry.remediation,
    references: entry.references,
    ...reach(entry.universal_controls, universalByCode, entry),
  };
}

function attachChecks(checks: Check[]): void {
  for (const check of checks) {
    for (const universalControl of check.universalControls) universalControl.checks.push(check);
    for (const control of check.controls) control.checks.push(check);
  }
}

function numberOf(numbers: ReadonlyMap<string, number>, id: string, what: string): number {
  const no = numbers.get(id);
  if (no === undefined) throw new Error(`${what} has no number`);
  return no;
}
