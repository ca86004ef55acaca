import { z } from 'zod';
import { SEVERITIES, type Severity } from '../../connectors/finding.js';
import { AppError, type ErrorDetail } from '../../platform/errors.js';
import type { Catalogue, Check, Remediation, UniversalControl } from '../catalogue/catalogue.js';
import { logicVersion } from '../catalogue/catalogue-build.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';
import { logicProblems } from '../checks/check-compiler.js';

/** What the rule ids of tenants' own checks begin with; none of ours does. */
export const OWN_RULE_PREFIX = 'custom.';

/** How a tenant's check judges. Texts as they were given. */
export interface OwnLogic {
  resourceType: string;
  applies: string | null;
  passes: string;
  saysPass: string;
  saysFail: string;
}

/** What a tenant decides of a check of its own. */
export interface OwnCheckFields extends OwnLogic {
  /** Unique in the tenant, and for good: results go by it. */
  key: string;
  title: string;
  description: string;
  rationale: string;
  severity: Severity;
  /** Codes. */
  universalControls: string[];
  remediation: Remediation | null;
  isEnabled: boolean;
}

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(max, `has more than ${String(max)} characters`);
const expression = text(2_000);
const logic = {
  resource_type: text(200),
  applies: expression.nullable(),
  passes: expression,
  says_pass: text(1_000),
  says_fail: text(1_000),
};
const Logic = z.object(logic);
const Fields = z.object({
  ...logic,
  key: z
    .string()
    .max(60, 'has more than 60 characters')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, with hyphens between them'),
  title: text(200),
  description: text(2_000),
  rationale: text(2_000),
  severity: z.enum(SEVERITIES),
  universal_controls: z
    .array(z.string().max(50))
    .min(1, 'must name at least one')
    .max(10, 'may name at most 10')
    .refine((codes) => new Set(codes).size === codes.length, 'may name one once'),
  remediation: z
    .object({
      summary: text(1_000),
      effort: z.enum(['low', 'medium', 'high']),
      steps: z
        .array(z.object({ title: text(200), instruction: text(2_000), command: text(2_000).nullable() }))
        .min(1, 'must have at least one')
        .max(20, 'may have at most 20'),
    })
    .nullable(),
  is_enabled: z.boolean(),
});

/**
 * The fields of a check, their texts trimmed.
 * @throws {AppError} VALIDATION_FAILED, naming every field that is wrong, in snake case
 */
export function checkedFields(fields: OwnCheckFields, catalogue: Catalogue): OwnCheckFields {
  const { resource_type, says_pass, says_fail, universal_controls, is_enabled, ...rest } = parsed(Fields, fields);
  const checked = {
    ...rest,
    resourceType: resource_type,
    saysPass: says_pass,
    saysFail: says_fail,
    universalControls: universal_controls,
    isEnabled: is_enabled,
  };
  const known = new Set(catalogue.universalControls.map(({ code }) => code));
  const unknown = checked.universalControls.flatMap((code, index) =>
    known.has(code) ? [] : [{ field: `/universal_controls/${String(index)}`, message: `there is no ${code}` }],
  );
  refuse([...unknown, ...problemsOf(checked, catalogue)]);
  return checked;
}

/** Likewise of the logic alone. @throws {AppError} VALIDATION_FAILED */
export function checkedLogic(given: OwnLogic, catalogue: Catalogue): OwnLogic {
  const { resource_type, says_pass, says_fail, ...rest } = parsed(Logic, given);
  const checked = { ...rest, resourceType: resource_type, saysPass: says_pass, saysFail: says_fail };
  refuse(problemsOf(checked, catalogue));
  return checked;
}

/** In the words of the catalogue. The type is part of it, so that another type is another version. */
export function logicOf({ resourceType, applies, passes, saysPass, saysFail }: OwnLogic): CheckLogic {
  return {
    on: resourceType,
    ...(applies === null ? {} : { applies }),
    passes,
    says: { pass: saysPass, fail: saysFail },
  };
}

/** `custom.<key>`. */
export function ruleIdOf({ key }: Pick<OwnCheckFields, 'key'>): string {
  return OWN_RULE_PREFIX + key;
}

export function isOwnRule(ruleId: string): boolean {
  return ruleId.startsWith(OWN_RULE_PREFIX);
}

/** Those of the universal controls that the catalogue has, in the check's order. */
export function universalControlsOf({ universalControls }: OwnCheckFields, catalogue: Catalogue): UniversalControl[] {
  const byCode = new Map(catalogue.universalControls.map((each) => [each.code, each]));
  return universalControls.flatMap((code) => byCode.get(code) ?? []);
}

/** A tenant's check as one of the catalogue: it leads to every control that its universal controls are mapped to. */
export function catalogueCheckOf(fields: OwnCheckFields, catalogue: Catalogue): Check {
  const universalControls = universalControlsOf(fields, catalogue);
  const controls = universalControls.flatMap(({ mappings }) => mappings.map(({ control }) => control));
  const { title, severity, description, rationale, resourceType } = fields;
  const checkLogic = logicOf(fields);
  return {
    ...ABOUT,
    id: ruleIdOf(fields),
    title,
    severity,
    resourceType,
    description,
    rationale,
    remediation: fields.remediation ?? remediationWithout(fields),
    version: logicVersion(checkLogic),
    logic: checkLogic,
    universalControls,
    controls: [...new Set(controls)],
  };
}

/** What stands for a check of a tenant that is no more: its results stay until a scan takes their place. */
export function forgottenCheck(ruleId: string, title: string): Check {
  const remediation: Remediation = {
    summary: `The organization has deleted its check “${title}”: scan again, and its result is gone.`,
    effort: 'low',
    steps: [
      {
        title: 'Scan the integration again',
        instruction: 'Trigger a scan. Results of checks that the organization has deleted are not taken over into it.',
        command: null,
      },
    ],
  };
  return {
    ...ABOUT,
    id: ruleId,
    title,
    severity: 'medium',
    resourceType: '',
    description: title,
    rationale: title,
    remediation,
    version: null,
    logic: null,
    universalControls: [],
    controls: [],
  };
}

/** A catalogue in which a tenant's checks are found beside ours. */
export function withOwnChecks(catalogue: Catalogue, own: readonly Check[]): Catalogue {
  if (own.length === 0) return catalogue;
  const byId = new Map(own.map((check) => [check.id, check]));
  return {
    ...catalogue,
    resolveRule: (scanner, ruleId) =>
      (scanner === 'crosswalk' ? byId.get(ruleId) : undefined) ?? catalogue.resolveRule(scanner, ruleId),
  };
}

const ABOUT = { provider: 'custom', service: 'custom', tier: 1, references: [] as string[] };

function remediationWithout({ title, description }: OwnCheckFields): Remediation {
  return {
    summary: `Repair what the organization’s own check “${title}” finds.`,
    effort: 'medium',
    steps: [{ title: 'Repair the resources that the finding names', instruction: description, command: null }],
  };
}

function parsed<T>(shape: z.ZodType<T>, fields: OwnLogic & Partial<OwnCheckFields>): T {
  const { resourceType, saysPass, saysFail, universalControls, isEnabled, ...rest } = fields;
  const result = shape.safeParse({
    ...rest,
    resource_type: resourceType,
    says_pass: saysPass,
    says_fail: saysFail,
    universal_controls: universalControls,
    is_enabled: isEnabled,
  });
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({ field: `/${path.join('/')}`, message }));
  throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
}

function problemsOf(own: OwnLogic, catalogue: Catalogue): ErrorDetail[] {
  const shape = catalogue.resourceShapes.get(own.resourceType);
  if (!shape) return [{ field: '/resource_type', message: `there is no type ${own.resourceType}; see resourceTypes` }];
  return logicProblems(logicOf(own), shape).map((problem) => {
    const [part = '', ...message] = problem.split(': ');
    return { field: `/${part.replace('.', '_')}`, message: message.join(': ') };
  });
}

function refuse(details: ErrorDetail[]): void {
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
}
