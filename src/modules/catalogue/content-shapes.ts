import { z } from 'zod';
import { SEVERITIES } from '../../connectors/finding.js';
import type { Language } from '../../messages/language.js';
import type { ResourceFile } from './resource-shapes.js';
import type { TranslatedChecks, TranslatedDomain, TranslatedFamilies } from './translation-shapes.js';

/** The shapes of the files under src/content, checked when they are read. Unknown keys are refused. */

const text = z.string().trim().min(1);

/** Who can show that a control holds: tests of the technology, people, or only both together. */
export const METHODS = ['automated', 'hybrid', 'manual'] as const;
export type Method = (typeof METHODS)[number];

const EFFORTS = ['low', 'medium', 'high'] as const;

/** A control, as its framework's file has it. */
export const FrameworkControl = z.strictObject({
  control_id: text,
  title: text,
  category: text,
  /** By what the requirement asks, whatever a scanner can see of it. */
  method: z.enum(METHODS),
  /** CMMC: 1 to 3. */
  level: z.number().int().min(1).max(3).optional(),
  /** HIPAA: security, breach, privacy. ISO 27001: clauses, annex-a. */
  part: text.optional(),
  /** Values of the attributes that the framework declares, by their keys. */
  attributes: z.record(text, text).optional(),
  /** CMMC level 2: what it costs in the score where it is not met, in full and in part. Source: 32 CFR 170.24. */
  points: z.strictObject({ full: z.number().int().min(1), partial: z.number().int().min(1).optional() }).optional(),
  /** The requirement that this control restates, by its own number. */
  source_requirement: text.optional(),
  /** CMMC level 1: the controls of level 2 that restate it. */
  counterparts: z.array(text).min(1).optional(),
  description: text,
  /** What an auditor of the framework would ask about it. */
  audit_question: text,
  /** Artifacts that would prove it. */
  example_evidence: z.array(text).min(1),
});

export const FrameworkFile = z.strictObject({
  slug: text,
  name: text,
  version: text,
  description: text,
  /** How the framework itself groups its controls, in its own order. */
  categories: z.array(text).min(1),
  /** Further properties of its controls by which an organization can choose what is in scope. */
  attributes: z
    .array(
      z.strictObject({
        key: text,
        name: text,
        values: z.array(z.strictObject({ value: text, name: text })).min(1),
      }),
    )
    .default([]),
  controls: z.array(FrameworkControl).min(1),
});

const MappingEntry = z.strictObject({
  framework: text,
  control_id: text,
  /** Numbers of the elements of the universal control that the control asks for, ascending from 1. */
  covers: z.array(z.number().int().min(1)).min(1),
  /** Whether the control asks for anything beyond these elements. */
  asks_more: z.boolean(),
  /** How many public crosswalks draw the same line. */
  corroborations: z.number().int().min(0),
  /** What overlaps and what is left over, in one sentence. */
  rationale: text,
});

export const DomainFile = z.strictObject({
  code: text,
  name: text,
  description: text,
  universal_controls: z
    .array(
      z.strictObject({
        code: text,
        title: text,
        description: text,
        /** What it asks for, each a statement that can be shown by itself. Mappings and checks name them by number, from 1. */
        elements: z.array(text).min(3).max(6),
        /** Abbreviations that people search for and its texts lack. */
        keywords: z.array(text).default([]),
        /** What an auditor would ask about it. */
        audit_question: text,
        /** Artifacts that would prove it. */
        example_evidence: z.array(text).min(1),
        mappings: z.array(MappingEntry).min(1),
      }),
    )
    .min(1),
});

const RemediationEntry = z.strictObject({
  summary: text,
  effort: z.enum(EFFORTS),
  steps: z.array(z.strictObject({ title: text, instruction: text, command: text.nullable() })).min(1),
});

/**
 * What a test shows. An auditor would accept it, over all resources in scope, as the test of the elements that it decides; of
 * what it supports it is worth knowing and shows nothing by itself.
 */
const reach = {
  /** Numbers of elements by the code of their universal control. */
  decides: z.record(text, z.array(z.number().int().min(1)).min(1)).default({}),
  /** Codes of universal controls. */
  supports: z.array(text).default([]),
};

/** How a check evaluates a resource: CEL over `resource` (its properties), `id`, `name`, `region` and `account`. */
const CheckLogic = z.strictObject({
  /** The type of the resources that are evaluated, where it is not the one that a finding is about. */
  on: text.optional(),
  /** Whether a resource is in the scope of the check. Left out where every one is. */
  applies: text.optional(),
  /** Whether it passes. An expression that cannot be evaluated is neither a pass nor a failure. */
  passes: text,
  /** What is said of a resource: `{name}`, `{region}`, `{account}` or a path of a property, `{policy.statements}`. */
  says: z.strictObject({ pass: text, fail: text }),
  /** Of a check that goes by a list which grows old: its passes show nothing beyond some days after the day of the list. */
  knowledge: z.strictObject({ as_of: z.iso.date(), days: z.number().int().min(1) }).optional(),
  /**
   * Of a check that decides elements about everybody: what decides whether its resources are all that there are. Where they are not, or
   * nothing decides that, its passes show nothing; its failures count.
   */
  population: z
    .strictObject({
      /** The type of the resource that decides it, such as the settings of the account. */
      on: text,
      /** Whether the resources of the check are all, by the properties of that resource. */
      whole: text,
      /** Why the check is withheld where they are not, as `says`. */
      says: text,
      /** The check whose pass shows that they are not all, also in reports of other scanners. */
      refuted_by: text.optional(),
    })
    .optional(),
});
export type CheckLogic = z.infer<typeof CheckLogic>;

export const CheckFile = z.strictObject({
  provider: text,
  service: text,
  checks: z.array(
    z.strictObject({
      id: text,
      /** What is wanted. */
      title: text,
      /** What is wrong where it fails: no more than its logic says of every failing resource. */
      fault: text,
      severity: z.enum(SEVERITIES),
      tier: z.number().int().min(1).max(2),
      resource_type: text,
      ...reach,
      /** Whether no control asks for it: it is worth doing, and shows nothing. */
      hygiene: z.boolean().optional(),
      /** Ids under which other scanners run the same check. */
      rules: z.strictObject({ prowler: text.optional() }),
      description: text,
      rationale: text,
      logic: CheckLogic.optional(),
      remediation: RemediationEntry,
      references: z.array(text),
    }),
  ),
});

/**
 * Another scanner's rules, each as one of our checks, as one that resembles a check, or as the universal controls it gives evidence for.
 * Rules of Prowler are here only where they ask for more or for less than the check closest to them.
 */
export const RuleFile = z.strictObject({
  scanner: z.enum(['security-hub', 'prowler']),
  rules: z.array(
    z.union([
      z.strictObject({ rule: text, check: text }),
      z.strictObject({
        rule: text,
        /**
         * The check that it resembles, and whose texts and remediation it has. It asks for more or for less: what it does not decide itself
         * of the universal controls of the check it supports.
         */
        like: text,
        /** Of the elements that the check decides those that its failures contradict, too. Its passes show nothing. */
        decides: reach.decides,
      }),
      z.strictObject({
        rule: text,
        /** Whether it asks for less than the elements that it decides: then its failures count and its passes show nothing. */
        fails_only: z.boolean().default(false),
        ...reach,
      }),
    ]),
  ),
});

/** Families of another scanner's rules, distinguished by the rule id; the first pattern that matches wins. */
export const FamilyFile = z.strictObject({
  scanner: z.literal('openscap'),
  families: z.array(
    z.strictObject({
      id: text,
      title: text,
      pattern: text,
      severity: z.enum(SEVERITIES),
      ...reach,
      /** Rules of the family that decide elements which the others do not; the first pattern that matches wins. */
      parts: z.array(z.strictObject({ id: text, pattern: text, decides: reach.decides })).default([]),
      description: text,
      remediation: RemediationEntry,
    }),
  ),
});

/** Where an entry stands, relative to the content folder; named in messages when it is wrong. */
export interface InFile {
  file: string;
}

/** The content in another language: of what is ours. Frameworks are quoted in their own words. */
export interface Translation {
  language: Language;
  /** By id. */
  checks: z.infer<typeof TranslatedChecks>['checks'];
  families: z.infer<typeof TranslatedFamilies>['families'];
  /** By code. */
  domains: Record<string, z.infer<typeof TranslatedDomain>>;
}

/** Everything under src/content, parsed. */
export interface Content {
  /** Changes whenever a byte of the content does. */
  version: string;
  frameworks: (z.infer<typeof FrameworkFile> & InFile)[];
  domains: (z.infer<typeof DomainFile> & InFile)[];
  checkFiles: (z.infer<typeof CheckFile> & InFile)[];
  resourceFiles: (z.infer<typeof ResourceFile> & InFile)[];
  rules: (z.infer<typeof RuleFile>['rules'][number] & InFile & Pick<z.infer<typeof RuleFile>, 'scanner'>)[];
  families: (z.infer<typeof FamilyFile>['families'][number] & InFile)[];
  /** One for each language that there are files of. */
  translations: Translation[];
}
