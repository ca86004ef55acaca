import type { Finding, FindingStatus, ReportedResource } from '../finding.js';
import { redact } from '../redact.js';
import { findingsOf, type Draft } from './draft.js';
import type { JsonNode } from './json-node.js';
import type { JsonReader } from './json-reader.js';
import { momentOf } from './moment.js';
import { unreadable } from './report-error.js';
import type { ReportContext } from './report-format.js';
import { Spool } from './spool.js';

/** A finding, stored until the observations of its result are read. */
interface FindingRow {
  targetId: string;
  framework: string;
  status: FindingStatus;
  title: string;
  summary: string;
  observations: string[];
}

interface Observation {
  subjects: ReportedResource[];
  collected: string | null;
}

/** Limit of the observations of one result, which are held in memory. */
const ENTRIES_MAX = 200_000;
/** The catalogue that OSCAL was designed for: the default where neither the finding nor its target names one. */
const DEFAULT_FRAMEWORK = 'NIST-800-53';

/**
 * Streams the findings of OSCAL assessment results. The verdict is `target.status.state`: what the assessor found. The
 * status of a related risk does not change it: `deviation-approved` accepts a risk, it does not satisfy a control. Each
 * subject of a related observation is a resource. Observations may follow findings, so findings are stored meanwhile (see Spool).
 * Source: OSCAL 1.1, assessment-results model.
 * @throws {AppError} VALIDATION_FAILED with the place of what is missing or wrong
 */
export async function* readOscal(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  context.recognize('oscal-assessment-results');
  let hasResults = false;
  for await (const key of json.members()) {
    if (key !== 'results') await json.skip();
    else {
      hasResults = true;
      for await (const result of json.items()) yield* readResult(result, context);
    }
  }
  if (!hasResults) throw unreadable('assessment-results.results is missing');
}

async function* readResult(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  await using spool = new Spool<FindingRow>(context.temporaryDirectory);
  const observations = new Observations();
  let ended: string | null = null;
  for await (const key of json.members()) {
    if (key === 'findings') for await (const finding of json.values()) await spool.add(findingRow(finding));
    else if (key === 'observations') for await (const node of json.values()) observations.add(node);
    else if (key === 'end') ended = momentOf((await json.value()).textOrNull());
    else await json.skip();
  }
  for await (const row of spool.rows()) yield* findingsOf(rowDraft(row, observations.of(row.observations), ended));
}

function findingRow(finding: JsonNode): FindingRow {
  const target = finding.get('target');
  const title = finding.get('title').textOrNull() ?? target.get('target-id').text();
  return {
    targetId: target.get('target-id').text().slice(0, 256),
    framework: frameworkOf(target) ?? frameworkOf(finding) ?? DEFAULT_FRAMEWORK,
    status: stateOf(target.get('status').get('state')),
    title: redact(title, 300),
    summary: redact(finding.get('description').textOrNull() ?? title),
    observations: finding
      .get('related-observations')
      .items()
      .map((related) => related.get('observation-uuid').text()),
  };
}

function stateOf(state: JsonNode): FindingStatus {
  const text = state.text();
  if (text !== 'satisfied' && text !== 'not-satisfied') throw state.error('is neither satisfied nor not-satisfied');
  return text === 'satisfied' ? 'pass' : 'fail';
}

/** A property named `framework`, `catalog` or `profile`, or a link to the catalogue or profile, by its file's name. */
function frameworkOf(node: JsonNode): string | null {
  const property = node
    .get('props')
    .items()
    .find((one) => /^(?:framework|catalog|profile)$/.test(one.get('name').textOrNull() ?? ''));
  if (property !== undefined) return property.get('value').text().slice(0, 256);
  const link = node
    .get('links')
    .items()
    .find((one) => /^(?:catalog|profile)$/.test(one.get('rel').textOrNull() ?? ''));
  const file = link?.get('href').text().split(/[?#]/)[0]?.split('/').pop() ?? '';
  return file.replace(/\.(?:json|xml|ya?ml)$/, '').slice(0, 256) || null;
}

/** The observations of one result, by uuid. */
class Observations {
  private readonly byUuid = new Map<string, Observation>();
  private entries = 0;

  add(node: JsonNode): void {
    const subjects = node.get('subjects').items().map(subjectOf);
    this.entries += 1 + subjects.length;
    if (this.entries > ENTRIES_MAX) throw node.error(`is one of more than ${ENTRIES_MAX} observations and subjects`);
    this.byUuid.set(node.get('uuid').text(), { subjects, collected: momentOf(node.get('collected').textOrNull()) });
  }

  of(uuids: readonly string[]): Observation[] {
    return uuids.flatMap((uuid) => this.byUuid.get(uuid) ?? []);
  }
}

function subjectOf(subject: JsonNode): ReportedResource {
  return {
    id: subject.get('subject-uuid').text().slice(0, 256),
    name: subject.get('title').textOrNull()?.slice(0, 256) ?? null,
    type: subject.get('type').textOrNull()?.slice(0, 256) ?? null,
    region: null,
    account: null,
  };
}

function rowDraft(row: FindingRow, related: readonly Observation[], ended: string | null): Draft {
  return {
    check: {
      scanner: 'oscal',
      ruleId: row.targetId,
      title: row.title,
      severity: 'medium', // the format has none
      requirements: [{ framework: row.framework, id: controlId(row.targetId) }],
    },
    status: row.status,
    resources: related.flatMap((observation) => observation.subjects),
    summary: row.summary,
    detectedAt: related.find((observation) => observation.collected !== null)?.collected ?? ended,
  };
}

/** `ac-6.1` of the objective `ac-6.1_obj` or the statement `ac-6.1_smt.a`. */
function controlId(targetId: string): string {
  return targetId.replace(/_(?:obj|smt|gdn|asm)(?:[.-][^]*)?$/, '');
}
