import { z } from 'zod';
import { SEVERITIES, type Severity } from '../../connectors/finding.js';
import { AppError, type ErrorDetail } from '../../platform/errors.js';
import type { Catalogue, Check, Remediation, UniversalControl } from '../catalogue/catalogue.js';
import { logicVersion } from '../catalogue/catalogue-build.js';
import { testedElementsOf } from '../catalogue/tested-elements.rules.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';
import { logicProblems } from '../checks/check-compiler.js';

/** Prefix of the rule ids of custom checks; no shipped check has it. */
const CUSTOM_RULE_PREFIX = 'custom.';

/** Logic of a custom check: texts as they were given. */
export interface CustomCheckLogic {
  resourceType: string;
  applies: string | null;
  passes: string;
  saysPass: string;
  saysFail: string;
}

/** The fields of a custom check that its author decides. */
export interface CustomCheckFields extends CustomCheckLogic {
  /** Unique in the tenant, and never changed: results refer to it. */
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
export function checkedFields(fields: CustomCheckFields, catalogue: Catalogue): CustomCheckFields {
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

/** The same for the logic alone. @throws {AppError} VALIDATION_FAILED */
export function checkedLogic(given: CustomCheckLogic, catalogue: Catalogue): CustomCheckLogic {
  const { resource_type, says_pass, says_fail, ...rest } = parsed(Logic, given);
  const checked = { ...rest, resourceType: resource_type, saysPass: says_pass, saysFail: says_fail };
  refuse(problemsOf(checked, catalogue));
  return checked;
}

/** The logic as the catalogue has it. The type is part of it, so that another type is another version. */
export function logicOf({ resourceType, applies, passes, saysPass, saysFail }: CustomCheckLogic): CheckLogic {
  return {
    on: resourceType,
    ...(applies === null ? {} : { applies }),
    passes,
    says: { pass: saysPass, fail: saysFail },
  };
}

/** `custom.<key>`. */
export function ruleIdOf({ key }: Pick<CustomCheckFields, 'key'>): string {
  return CUSTOM_RULE_PREFIX + key;
}

/** Whether a rule id is that of a custom check. */
export function isCustomRule(ruleId: string): boolean {
  return ruleId.startsWith(CUSTOM_RULE_PREFIX);
}

/** The check's universal controls, in its order; those that the catalogue no longer has are left out. */
export function universalControlsOf(
  { universalControls }: CustomCheckFields,
  catalogue: Catalogue,
): UniversalControl[] {
  const byCode = new Map(catalogue.universalControls.map((each) => [each.code, each]));
  return universalControls.flatMap((code) => byCode.get(code) ?? []);
}

/**
 * A custom check as a check of the catalogue: its controls are those that its universal controls are mapped to. A failing resource
 * fails them; passes never pass them, for nobody has reviewed what they show.
 */
export function catalogueCheckOf(fields: CustomCheckFields, catalogue: Catalogue): Check {
  const universalControls = universalControlsOf(fields, catalogue);
  const controls = universalControls.flatMap(({ mappings }) => mappings.map(({ control }) => control));
  const { title, severity, description, rationale, resourceType } = fields;
  const checkLogic = logicOf(fields);
  return {
    ...ABOUT,
    id: ruleIdOf(fields),
    title,
    // Its author states none.
    fault: title,
    severity,
    resourceType,
    description,
    rationale,
    remediation: fields.remediation ?? remediationWithout(fields),
    version: logicVersion(checkLogic),
    logic: checkLogic,
    decides: universalControls.map((universalControl) => ({
      universalControl,
      elements: universalControl.elements.map((_, index) => index + 1),
    })),
    canShow: false,
    universalControls,
    controls: [...new Set(controls)],
  };
}

/** Placeholder for a deleted custom check: its results stay until a scan replaces them. */
export function deletedCheck(ruleId: string, title: string): Check {
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
    fault: title,
    severity: 'medium',
    resourceType: '',
    description: title,
    rationale: title,
    remediation,
    version: null,
    logic: null,
    decides: [],
    canShow: false,
    universalControls: [],
    controls: [],
  };
}

/** The catalogue with a tenant's custom checks beside the shipped ones. */
export function withCustomChecks(catalogue: Catalogue, custom: readonly Check[]): Catalogue {
  if (custom.length === 0) return catalogue;
  const byId = new Map(custom.map((check) => [check.id, check]));
  return {
    ...catalogue,
    testedElements: new Map([...catalogue.testedElements, ...testedElementsOf(custom)]),
    resolveRule: (scanner, ruleId) =>
      (scanner === 'crosswalk' ? byId.get(ruleId) : undefined) ?? catalogue.resolveRule(scanner, ruleId),
  };
}

const ABOUT = { provider: 'custom', service: 'custom', tier: 1, references: [] as string[] };

function remediationWithout({ title, description }: CustomCheckFields): Remediation {
  return {
    summary: `Repair what the organization’s custom check “${title}” finds.`,
    effort: 'medium',
    steps: [{ title: 'Repair the resources that the finding names', instruction: description, command: null }],
  };
}

function parsed<T>(shape: z.ZodType<T>, fields: CustomCheckLogic & Partial<CustomCheckFields>): T {
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

function problemsOf(given: CustomCheckLogic, catalogue: Catalogue): ErrorDetail[] {
  const shape = catalogue.resourceShapes.get(given.resourceType);
  if (!shape)
    return [{ field: '/resource_type', message: `there is no type ${given.resourceType}; see resourceTypes` }];
  return logicProblems(logicOf(given), shape).map((problem) => {
    const [part = '', ...message] = problem.split(': ');
    return { field: `/${part.replace('.', '_')}`, message: message.join(': ') };
  });
}

function refuse(details: ErrorDetail[]): void {
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
}
