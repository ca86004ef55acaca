import type { Scanner, Severity } from '../../connectors/finding.js';
import type { Relationship } from './content.shapes.js';

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
  maturityLevel: number | null;
  mappings: Mapping[];
  /** Checks that decide it, through its universal controls. */
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
  domain: Domain;
  mappings: Mapping[];
  checks: Check[];
}

export interface Mapping {
  id: string;
  universalControl: UniversalControl;
  control: Control;
  relationship: Relationship;
  corroborations: number;
  /** Null where nobody has written it yet. */
  rationale: string | null;
}

export interface Remediation {
  summary: string;
  effort: 'low' | 'medium' | 'high';
  steps: { title: string; instruction: string; command: string | null }[];
}

/** An automated check of ours, or a family of another scanner's rules: what both decide is the same. */
export interface Check {
  id: string;
  provider: string;
  service: string;
  title: string;
  severity: Severity;
  tier: number;
  resourceType: string;
  description: string;
  rationale: string;
  remediation: Remediation | null;
  references: string[];
  universalControls: UniversalControl[];
  /** Every control of every framework that the universal controls are mapped to; each once. */
  controls: Control[];
}

/**
 * Frameworks, controls, the Unified Control Framework and the checks: global, immutable, in memory. Reads never join for it.
 * Built by `buildCatalogue`.
 */
export interface Catalogue {
  version: string;
  /** In the specification's order. */
  frameworks: Framework[];
  /** Every control, by framework and natural id. */
  controls: Control[];
  domains: Domain[];
  universalControls: UniversalControl[];
  /** The 252 checks of the catalogue, without other scanners' rule families. */
  checks: Check[];
  frameworkBySlug: ReadonlyMap<string, Framework>;
  controlById: ReadonlyMap<string, Control>;
  controlByNo: ReadonlyMap<number, Control>;
  universalControlById: ReadonlyMap<string, UniversalControl>;
  checkById: ReadonlyMap<string, Check>;
  /** The check behind a scanner's rule id, or null where the rule is not known. */
  resolveRule(scanner: Scanner, ruleId: string): Check | null;
  /** The controls that a requirement id of a report names; empty where none is ours. */
  resolveRequirement(frameworkLabel: string, id: string): Control[];
}

/** A framework by name or slug, without case: `SOC 2`, `soc2`, `soc-2`. */
export function findFramework(catalogue: Catalogue, name: string): Framework | null {
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return (
    catalogue.frameworks.find(
      ({ slug, name: title }) =>
        slug.replace(/-/g, '') === key || title.toLowerCase().replace(/[^a-z0-9]/g, '') === key,
    ) ?? null
  );
}
