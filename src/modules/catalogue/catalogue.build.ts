import { uuidV5 } from '../../platform/crypto/uuid.js';
import type { Scanner } from '../../connectors/finding.js';
import type { Catalogue, Check, Control, Domain, Framework, Mapping, UniversalControl } from './catalogue.js';
import type { Content, InFile } from './content.shapes.js';
import { compareControlIds, frameworkOfLabel, requirementKey } from './requirement.rules.js';

/** Name space of the ids of frameworks, controls, universal controls, domains and mappings. Never changes. */
const NAMESPACE = '5b0a1b1e-6d0f-5c57-9a53-0c1d6f3c7a10';

/** The id of a framework: the same in every installation and content version. */
const frameworkUuid = (slug: string) => uuidV5(NAMESPACE, `framework:${slug}`);
/** The id of a framework's control. */
export const controlUuid = (slug: string, controlId: string) => uuidV5(NAMESPACE, `control:${slug}:${controlId}`);
/** The id of a universal control. */
export const universalControlUuid = (code: string) => uuidV5(NAMESPACE, `universal-control:${code}`);

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
    id: uuidV5(NAMESPACE, `domain:${file.code}`),
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
        id: uuidV5(NAMESPACE, `mapping:${entry.code}:${line.framework}:${line.control_id}`),
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

/** The universal controls of these codes and every control they are mapped to, each once. */
function reach(
  codes: string[],
  universalByCode: ReadonlyMap<string, UniversalControl>,
  owner: Owner,
): Pick<Check, 'universalControls' | 'controls'> {
  const universalControls = codes.map((code) => named(universalByCode, code, owner));
  const controls = new Set(universalControls.flatMap(({ mappings }) => mappings.map(({ control }) => control)));
  return { universalControls, controls: [...controls] };
}

function attachChecks(checks: Check[]): void {
  for (const check of checks) {
    for (const universalControl of check.universalControls) universalControl.checks.push(check);
    for (const control of check.controls) control.checks.push(check);
  }
}

function ruleResolver(
  content: Content,
  checkById: ReadonlyMap<string, Check>,
  universalByCode: ReadonlyMap<string, UniversalControl>,
): Catalogue['resolveRule'] {
  const prowler = new Map(
    content.checkFiles.flatMap((file) =>
      file.checks.map((entry) => [entry.rules.prowler, named(checkById, entry.id, { file: file.file, id: entry.id })]),
    ),
  );
  const securityHub = uniqueMap(content.rules, ({ rule }) => rule);
  const families = content.families.map((entry) => ({
    pattern: new RegExp(entry.pattern),
    check: {
      ...entry,
      provider: 'linux',
      service: 'host',
      tier: 1,
      resourceType: 'Host',
      rationale: entry.description,
      references: [],
      ...reach(entry.universal_controls, universalByCode, entry),
    } satisfies Check & Record<string, unknown>,
  }));
  const fromSecurityHub = new Map(
    [...securityHub].map(([rule, entry]) => [
      rule,
      'check' in entry
        ? named(checkById, entry.check, { file: entry.file, id: rule })
        : ruleCheck({ file: entry.file, id: rule }, entry.universal_controls, universalByCode),
    ]),
  );
  return (scanner: Scanner, ruleId: string) => {
    switch (scanner) {
      case 'crosswalk':
        return checkById.get(ruleId) ?? null;
      case 'prowler':
        return prowler.get(ruleId) ?? null;
      case 'security-hub':
        return fromSecurityHub.get(ruleId) ?? null;
      case 'openscap':
        return families.find(({ pattern }) => pattern.test(ruleId))?.check ?? null;
      case 'sarif':
      case 'oscal':
      case 'ocsf':
        return null;
    }
  };
}

/** A rule of which we know only what it gives evidence for; its title and severity come from the report. */
function ruleCheck(owner: Owner, codes: string[], universalByCode: ReadonlyMap<string, UniversalControl>): Check {
  const { id: rule } = owner;
  return {
    id: `security-hub.${rule}`,
    provider: 'aws',
    service: 'securityhub',
    title: rule,
    severity: 'medium',
    tier: 2,
    resourceType: 'Other',
    description: rule,
    rationale: rule,
    remediation: null,
    references: [],
    ...reach(codes, universalByCode, owner),
  };
}

function requirementResolver(
  content: Content,
  controlByCode: ReadonlyMap<string, Control>,
): Catalogue['resolveRequirement'] {
  const byKey = new Map<string, Control[]>();
  const add = (slug: string, id: string, control: Control) => {
    const key = `${slug} ${requirementKey(id)}`;
    byKey.set(key, [...(byKey.get(key) ?? []), control]);
  };
  for (const file of content.frameworks) {
    for (const entry of file.controls) {
      const control = named(controlByCode, `${file.slug} ${entry.control_id}`, {
        file: file.file,
        id: entry.control_id,
      });
      add(file.slug, entry.control_id, control);
      // CMMC level 2 restates NIST SP 800-171 by its numbers, which is how scanners name it.
      const source = /800-171 r2 (\S+)$/.exec(entry.source_requirement ?? '');
      if (source?.[1]) add(file.slug, source[1], control);
    }
  }
  return (label, id) => {
    const slug = frameworkOfLabel(label);
    return slug === null ? [] : (byKey.get(`${slug} ${requirementKey(id)}`) ?? []);
  };
}

function numberOf(numbers: ReadonlyMap<string, number>, id: string, what: string): number {
  const no = numbers.get(id);
  if (no === undefined) throw new Error(`${what} has no number`);
  return no;
}

/** Who names something, and in which file. */
interface Owner extends InFile {
  id: string;
}

function named<T>(map: ReadonlyMap<string, T>, key: string, { file, id }: Owner): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`content file ${file} is wrong: ${id} names ${key}, which does not exist`);
  return value;
}

function uniqueMap<T, K>(values: T[], key: (value: T) => K): Map<K, T> {
  const map = new Map(values.map((value) => [key(value), value]));
  if (map.size === values.length) return map;
  const seen = new Set<K>();
  const twice = values.map(key).find((each) => seen.size === seen.add(each).size);
  throw new Error(`${String(twice)} is defined twice`);
}
