import { createHash } from 'node:crypto';
import type { Catalogue, Check, Control, Domain, Framework, Mapping, UniversalControl } from './catalogue.js';
import type { CheckLogic, Content, InFile } from './content-shapes.js';
import { controlUuid, domainUuid, frameworkUuid, mappingUuid, universalControlUuid } from './catalogue-ids.js';
import { reachOf, requirementResolver, ruleChecks } from './catalogue-resolve.js';
import { named, uniqueMap } from './content-maps.js';
import { relationshipOf } from './relationship.rules.js';
import { compareControlIds } from './requirement.rules.js';
import { supportedElementsOf, testedElementsOf } from './tested-elements.rules.js';
import { dictionariesOf } from './translation.rules.js';
import { isHipaaPrivacy, withoutHipaaPrivacy, type Scope } from './scope.rules.js';

/** The stable numbers of controls and universal controls, by id; stored in the database. */
export interface Numbering {
  controls: ReadonlyMap<string, number>;
  universalControls: ReadonlyMap<string, number>;
  /** Controls that the content has no more, as their framework last had them. */
  former: readonly FormerControl[];
}

type ControlEntry = Content['frameworks'][number]['controls'][number];

/** A control that a framework had once. */
export interface FormerControl {
  /** Slug. */
  framework: string;
  entry: ControlEntry;
}

/**
 * Builds the catalogue and checks that it holds together: every mapping, check and rule names what exists, nothing twice,
 * nothing unmapped.
 * @throws {Error} naming what is wrong
 */
export function buildCatalogue(content: Content, numbering: Numbering): Catalogue {
  const scopedTo = ({ hasHipaaPrivacy }: Scope) => (hasHipaaPrivacy ? whole : narrow);
  const former = numbering.former.filter(({ framework, entry }) => !isHipaaPrivacy(framework, entry.part ?? null));
  const same = { scopedTo, dictionaries: dictionariesOf(content) };
  const whole: Catalogue = { ...assemble(content, numbering), ...same };
  const narrow: Catalogue = { ...assemble(withoutHipaaPrivacy(content), { ...numbering, former }), ...same };
  return whole;
}

function assemble(content: Content, numbering: Numbering): Omit<Catalogue, 'scopedTo' | 'dictionaries'> {
  const frameworks = content.frameworks.map((file) => buildFramework(file, numbering));
  const frameworkBySlug = uniqueMap(frameworks, (framework) => framework.slug);
  const controls = frameworks.flatMap((framework) => framework.controls);
  const formerControls = formerOf(frameworks, numbering);
  const everyControl = [...controls, ...formerControls];
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
  const rules = ruleChecks(content, checkById, universalByCode);

  return {
    version: content.version,
    frameworks,
    controls,
    formerControls,
    domains,
    universalControls,
    checks,
    resourceShapes: uniqueMap(
      content.resourceFiles.flatMap(({ resources }) => resources),
      ({ type }) => type,
    ),
    frameworkBySlug,
    controlById: uniqueMap(everyControl, (control) => control.id),
    controlByNo: uniqueMap(everyControl, (control) => control.no),
    universalControlByNo: uniqueMap(universalControls, (universalControl) => universalControl.no),
    universalControlById: uniqueMap(universalControls, (universalControl) => universalControl.id),
    checkById,
    testedElements: testedElementsOf([...checks, ...rules.checks]),
    supportedElements: supportedElementsOf([...checks, ...rules.checks]),
    resolveRule: rules.resolve,
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
    attributes: file.attributes,
  };
  framework.controls = file.controls
    .map((entry) => buildControl(framework, entry, numbering))
    .sort((a, b) => compareControlIds(a.controlId, b.controlId));
  return framework;
}

function buildControl(framework: Framework, entry: ControlEntry, { controls }: Numbering): Control {
  const id = controlUuid(framework.slug, entry.control_id);
  return {
    no: numberOf(controls, id, entry.control_id),
    id,
    framework,
    controlId: entry.control_id,
    title: entry.title,
    description: entry.description,
    category: entry.category,
    auditQuestion: entry.audit_question,
    exampleEvidence: entry.example_evidence,
    maturityLevel: entry.level ?? null,
    method: entry.method,
    attributes: entry.attributes ?? {},
    points: entry.points ? { full: entry.points.full, partial: entry.points.partial ?? null } : null,
    isCurrent: true,
    mappings: [],
    checks: [],
  };
}

/** Without mappings and checks: nothing decides them any more. */
function formerOf(frameworks: Framework[], numbering: Numbering): Control[] {
  return frameworks.flatMap((framework) =>
    numbering.former
      .filter(({ framework: slug }) => slug === framework.slug)
      .map(({ entry }) => ({ ...buildControl(framework, entry, numbering), isCurrent: false }))
      .sort((a, b) => compareControlIds(a.controlId, b.controlId)),
  );
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
      elements: entry.elements,
      keywords: entry.keywords,
      auditQuestion: entry.audit_question,
      exampleEvidence: entry.example_evidence,
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
        covers: line.covers,
        asksMore: line.asks_more,
        relationship: relationshipOf(line, entry.elements),
        corroborations: line.corroborations,
        rationale: line.rationale,
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
    fault: entry.fault,
    severity: entry.severity,
    tier: entry.tier,
    resourceType: entry.resource_type,
    description: entry.description,
    rationale: entry.rationale,
    remediation: entry.remediation,
    references: entry.references,
    logic: entry.logic ?? null,
    version: entry.logic ? logicVersion(entry.logic) : null,
    canShow: true,
    ...reachOf(entry, universalByCode, entry),
  };
}

/** The same as long as the same resources are in its scope and pass; other sentences are no other check. */
export function logicVersion({ on, applies, passes, population }: CheckLogic): string {
  const populationTexts = population ? [population.on, population.whole] : [];
  return createHash('sha256')
    .update(JSON.stringify([on ?? null, applies ?? null, passes, ...populationTexts]))
    .digest('hex')
    .slice(0, 12);
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
