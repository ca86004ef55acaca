import type { Scanner, Severity } from '../../connectors/finding.js';
import type { Language } from '../../messages/language.js';
import type { CheckLogic, Method } from './content-shapes.js';
import type { TranslateContent } from '../../messages/translated.js';
import type { Relationship } from './relationship.rules.js';
import type { ResourceShape } from './resource-shapes.js';
import type { Scope } from './scope.rules.js';
import type { SupportedElement, TestedElement } from './tested-elements.rules.js';
import type { Dictionary } from './translation.rules.js';

export interface Framework {
  id: string;
  slug: string;
  /** As in the specification: `SOC 2`. */
  name: string;
  version: string;
  description: string;
  /** In natural order of their ids. */
  controls: Control[];
  hasLevels: boolean;
  /** Properties of its controls by which an organization can choose what is in scope. */
  attributes: FrameworkAttribute[];
}

/** A property that a framework gives its controls, with the values that it knows. */
export interface FrameworkAttribute {
  key: string;
  name: string;
  values: { value: string; name: string }[];
}

export interface Control {
  /** Small and stable, the same in every database row and posture. */
  no: number;
  id: string;
  framework: Framework;
  controlId: string;
  title: string;
  description: string;
  category: string;
  /** What an auditor of the framework would ask about it. */
  auditQuestion: string;
  /** Artifacts that would prove it. */
  exampleEvidence: string[];
  maturityLevel: number | null;
  /** By what the requirement asks: a manual one is never shown by tests. */
  method: Method;
  /** Values of the attributes that its framework declares, by their keys. */
  attributes: Readonly<Record<string, string>>;
  /** What it costs in the score where it is not met; null where its framework has no such points. */
  points: { full: number; partial: number | null } | null;
  /** False of one that only a former version of its framework has: retained for what was stored of it, in no list. */
  isCurrent: boolean;
  mappings: Mapping[];
  /** Checks that lead to it through its universal controls, whatever they show. */
  checks: Check[];
}

export interface Domain {
  id: string;
  code: string;
  name: string;
  description: string;
  universalControls: UniversalControl[];
}

export interface UniversalControl {
  no: number;
  id: string;
  code: string;
  title: string;
  description: string;
  /** What it asks for, each a statement that can be shown by itself; their numbers count from 1. */
  elements: string[];
  /** Abbreviations that people search for and its texts lack. */
  keywords: string[];
  /** What an auditor would ask about it. */
  auditQuestion: string;
  /** Artifacts that would prove it. */
  exampleEvidence: string[];
  domain: Domain;
  mappings: Mapping[];
  checks: Check[];
}

export interface Mapping {
  id: string;
  universalControl: UniversalControl;
  control: Control;
  /** Numbers of the elements of the universal control that the control asks for, ascending. */
  covers: number[];
  /** Whether the control asks for anything beyond them. */
  asksMore: boolean;
  /** Follows from the two. */
  relationship: Relationship;
  corroborations: number;
  /** What overlaps and what is left over, in one sentence. */
  rationale: string;
}

export interface Remediation {
  summary: string;
  effort: 'low' | 'medium' | 'high';
  steps: { title: string; instruction: string; command: string | null }[];
}

/** The elements of a universal control that a check is the test of. */
export interface Decides {
  universalControl: UniversalControl;
  /** Numbers, ascending. */
  elements: number[];
}

/** An automated check of ours, or a family of another scanner's rules: what both decide is the same. */
export interface Check {
  id: string;
  provider: string;
  service: string;
  /** What is wanted. */
  title: string;
  /** What is wrong where it fails; null where nobody stated it: a rule that only resembles a check of ours fails otherwise. */
  fault: string | null;
  severity: Severity;
  tier: number;
  resourceType: string;
  description: string;
  rationale: string;
  remediation: Remediation | null;
  references: string[];
  /** Changes with what the check accepts; null where it has no logic of ours. */
  version: string | null;
  /** How this service evaluates a resource, or null where only other scanners' findings count. */
  logic: CheckLogic | null;
  /** Elements that it is the test of. */
  decides: Decides[];
  /** Whether its passes show these elements; a check that cannot only fails them. */
  canShow: boolean;
  /** Those of which it decides elements, then those that it only supports. */
  universalControls: UniversalControl[];
  /** Every control of every framework that the universal controls are mapped to; each once. */
  controls: Control[];
}

/**
 * Frameworks, controls, the Unified Control Framework and the checks: global, immutable, in memory. Reads never join for it.
 * Built by `buildCatalogue`, once for each scope that an organization may have.
 */
export interface Catalogue {
  version: string;
  /** In the specification's order. */
  frameworks: Framework[];
  /** Every control, by framework and natural id. */
  controls: Control[];
  /** Controls of former versions that are in no framework any more, by framework and natural id. */
  formerControls: Control[];
  domains: Domain[];
  universalControls: UniversalControl[];
  /** The checks of the catalogue, without other scanners' rule families. */
  checks: Check[];
  /** The elements that checks, and families of other scanners' rules, are the test of, by the provider of these. */
  testedElements: ReadonlyMap<string, readonly TestedElement[]>;
  /** The elements that others are the test of and that those of a provider only support, by provider. */
  supportedElements: ReadonlyMap<string, readonly SupportedElement[]>;
  /** The texts of checks and universal controls in other languages than English. */
  dictionaries: ReadonlyMap<Language, Dictionary>;
  /** What is known of a type of resource. */
  resourceShapes: ReadonlyMap<string, ResourceShape>;
  frameworkBySlug: ReadonlyMap<string, Framework>;
  /** With the former ones, here and below. */
  controlById: ReadonlyMap<string, Control>;
  controlByNo: ReadonlyMap<number, Control>;
  universalControlByNo: ReadonlyMap<number, UniversalControl>;
  universalControlById: ReadonlyMap<string, UniversalControl>;
  checkById: ReadonlyMap<string, Check>;
  /** The check behind a scanner's rule id, or null where the rule is not known. */
  resolveRule(scanner: Scanner, ruleId: string): Check | null;
  /** The controls that a requirement id of a report names; empty where none is ours. */
  resolveRequirement(frameworkLabel: string, id: string): Control[];
  /** The catalogue of an organization with that scope: what is left out is in none of its lists, mappings, checks and maps. */
  scopedTo(scope: Scope): Catalogue;
}

/** Texts of the content by the dictionaries of a catalogue. */
export function translateBy({ dictionaries }: Pick<Catalogue, 'dictionaries'>): TranslateContent {
  return (text, language) => dictionaries.get(language)?.get(text) ?? text;
}

const NAME_LENGTH_MAX = 100;

/** A framework by name or slug, without case: `SOC 2`, `soc2`, `soc-2`. */
export function findFramework(catalogue: Catalogue, name: string): Framework | null {
  // No framework has so long a name, and normalizing a megabyte of text for every argument would be slow.
  if (name.length > NAME_LENGTH_MAX) return null;
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return (
    catalogue.frameworks.find(
      ({ slug, name: title }) =>
        slug.replace(/-/g, '') === key || title.toLowerCase().replace(/[^a-z0-9]/g, '') === key,
    ) ?? null
  );
}
