import type { FindingStatus, ReportedResource, Severity } from '../finding.js';
import { redact } from '../redact.js';
import type { Draft } from './draft.js';
import type { JsonNode } from './json-node.js';
import type { Requirement } from './requirement.js';
import { tagsOf, taxonRef, type SarifRule, type SarifRules, type TaxonRef } from './sarif-rules.js';
import { scoreSeverity, severityOf } from './severity.js';

/** A result, stored until the rules of its run are read. */
export interface ResultRow {
  ruleId: string | null;
  ruleIndex: number | null;
  component: 'driver' | number;
  status: FindingStatus;
  level: string | null;
  score: number | null;
  summary: string | null;
  messageId: string | null;
  messageArguments: string[];
  uri: string | null;
  artifactIndex: number | null;
  line: number | null;
  logical: string | null;
  refs: TaxonRef[];
  tagged: Requirement[];
}

/** Statuses by kind. `open` and `review` are left to a person; `informational` is no result. */
const KINDS: ReadonlyMap<string, FindingStatus | null> = new Map([
  ['fail', 'fail'],
  ['pass', 'pass'],
  ['notApplicable', 'not_applicable'],
  ['open', 'unknown'],
  ['review', 'unknown'],
  ['informational', null],
]);

/**
 * Reduces a result to what findings need. Null where it has no verdict, is suppressed (by a suppression that is accepted or
 * has no status), or is `absent` from the baseline. A result without a kind is a failure
 * (3.27.9), except one of level `none`, which the format allows only where nothing failed (3.27.10).
 * @throws {AppError} VALIDATION_FAILED with the place of a wrong value
 */
export function resultRow(result: JsonNode): ResultRow | null {
  const kind = result.get('kind');
  const level = result.get('level').textOrNull();
  const status = KINDS.get(kind.textOrNull() ?? (level === 'none' ? 'informational' : 'fail'));
  if (status === undefined) throw kind.error('is not a kind of result');
  const isSuppressed = result
    .get('suppressions')
    .items()
    .some((suppression) => (suppression.get('status').textOrNull() ?? 'accepted') === 'accepted');
  if (status === null || isSuppressed || result.get('baselineState').textOrNull() === 'absent') return null;

  const rule = result.get('rule');
  const message = result.get('message');
  const text = message.get('text').textOrNull();
  const properties = result.get('properties');
  return {
    ruleId: (result.get('ruleId').textOrNull() ?? rule.get('id').textOrNull())?.slice(0, 1_024) ?? null,
    ruleIndex: result.get('ruleIndex').numberOrNull() ?? rule.get('index').numberOrNull(),
    component: componentOf(rule.get('toolComponent').get('index').numberOrNull()),
    status,
    level,
    score: properties.get('security-severity').numberOrNull(),
    summary: text === null ? null : redact(text),
    messageId: message.get('id').textOrNull(),
    messageArguments: message
      .get('arguments')
      .items()
      .map((argument) => redact(argument.textOrNull() ?? '')),
    ...placeOf(result),
    refs: result.get('taxa').items().flatMap(taxonRef),
    tagged: tagsOf(properties),
  };
}

/** Index, or null for SARIF's -1. */
function componentOf(index: number | null): 'driver' | number {
  return index === null || index < 0 ? 'driver' : index;
}

/** The first location; others belong to the same problem (3.27.12). */
function placeOf(result: JsonNode): Pick<ResultRow, 'uri' | 'artifactIndex' | 'line' | 'logical'> {
  const [location] = result.get('locations').items();
  const physical = location?.get('physicalLocation');
  const artifact = physical?.get('artifactLocation');
  const [logical] = location?.get('logicalLocations').items() ?? [];
  return {
    uri: artifact?.get('uri').textOrNull()?.slice(0, 2_048) ?? null,
    artifactIndex: artifact?.get('index').numberOrNull() ?? null,
    line: physical?.get('region').get('startLine').numberOrNull() ?? null,
    logical: logical?.get('fullyQualifiedName').textOrNull() ?? logical?.get('name').textOrNull() ?? null,
  };
}

/** Joins a result with its rule. */
export function rowDraft(row: ResultRow, rules: SarifRules): Draft {
  const rule = rules.find(row.ruleId, row.component, row.ruleIndex);
  const ruleId = row.ruleId ?? rule?.id ?? rules.driverName;
  const title = rule?.title ?? ruleId;
  const resource = resourceOf(row, rules);
  return {
    check: {
      scanner: 'sarif',
      ruleId,
      title,
      severity: severityOfRow(row, rule),
      requirements: distinct([
        ...[...(rule?.refs ?? []), ...row.refs].map((ref) => rules.requirement(ref)),
        ...(rule?.tagged ?? []),
        ...row.tagged,
      ]),
    },
    status: row.status,
    resources: resource === null ? [] : [resource],
    summary: row.summary ?? messageOf(row, rule) ?? title,
    detectedAt: null,
  };
}

function resourceOf(row: ResultRow, rules: SarifRules): ReportedResource | null {
  const file = row.uri ?? (row.artifactIndex === null ? null : rules.artifact(row.artifactIndex));
  const none = { region: null, account: null };
  if (file !== null) return { id: row.line === null ? file : `${file}:${row.line}`, name: file, type: 'file', ...none };
  return row.logical === null ? null : { id: row.logical, name: row.logical, type: 'code', ...none };
}

/** Severity by score, which is finer than the four levels; else by the level of the result, of the rule, or `warning` (3.27.10). */
function severityOfRow(row: ResultRow, rule: SarifRule | null): Severity {
  const score = row.score ?? rule?.score ?? null;
  if (score !== null) return scoreSeverity(score);
  const own = row.level === 'none' ? null : row.level; // `none` where a check passed says nothing of its weight
  return severityOf(own ?? rule?.level ?? 'warning');
}

function messageOf(row: ResultRow, rule: SarifRule | null): string | null {
  const template = row.messageId === null ? undefined : rule?.messages.get(row.messageId);
  return template?.replace(/\{(\d{1,3})\}/g, (whole, index) => row.messageArguments[Number(index)] ?? whole) ?? null;
}

function distinct(requirements: Requirement[]): Requirement[] {
  return [...new Map(requirements.map((one) => [`${one.framework}\n${one.id}`, one])).values()];
}
