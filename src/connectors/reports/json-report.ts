import type { Finding } from '../finding.js';
import { isAsff, readAsff } from './asff.js';
import { findingsOf, type ReadElement } from './draft.js';
import { JsonNode } from './json-node.js';
import { END } from './json-cursor.js';
import { BRACE, BRACKET, type JsonReader } from './json-reader.js';
import { readOcsf } from './ocsf.js';
import { readOscal } from './oscal.js';
import { sizeText, unreadable, unrecognized } from './report-error.js';
import type { ReportContext, ReportFormat } from './report-format.js';
import { readSarif } from './sarif.js';

/** Formats whose reports are sequences of findings, so that several objects may follow one another (JSON lines). */
const SEQUENCES: readonly (ReportFormat | null)[] = ['prowler-ocsf', 'ocsf-compliance-finding', 'asff', null];

/**
 * Streams the findings of a JSON report. The kind is recognized by the keys, in any order:
 * an array of OCSF or ASFF findings; `{Findings: […]}` (ASFF, GetFindingsV2); EventBridge's `{detail: {findings: […]}}`;
 * `{runs: […]}` (SARIF); `{assessment-results: …}` (OSCAL); a single finding; or any number of findings or events one
 * after another, with or without line breaks. JSON lines have no end mark: a file that is truncated exactly between two
 * records cannot be distinguished from a complete one.
 * @throws {AppError} VALIDATION_FAILED when it is not valid JSON, none of these kinds, or continues after its end
 */
export async function* readJson(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  if ((await json.peek()) === BRACKET) yield* readList(json, context);
  else {
    yield* readObject(json, context);
    for (let record = 2; (await json.peek()) === BRACE && SEQUENCES.includes(context.format); record++) {
      json.path.push(`record ${record}`);
      yield* readObject(json, context);
      json.path.pop();
    }
  }
  if ((await json.peek()) !== END) throw unreadable(`the report ends, but more follows at byte ${json.offset}`);
  if (context.format === null) throw unrecognized('a list without any finding that holds a verdict');
}

async function* readList(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  for await (const element of json.values()) yield* readElement(element, context);
}

/** Collects the members of an object until a key shows that it is a report of many; else the object is one finding. */
async function* readObject(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  const start = json.offset;
  const retained = new Map<string, unknown>();
  let isWrapper = false;
  for await (const key of json.members()) {
    const read = readerFor(key, await json.peek());
    if (read !== null) {
      isWrapper = true;
      yield* read(json, context);
    } else if (isWrapper && key !== 'version') await json.skip();
    else retained.set(key, (await json.value()).unwrap());
    if (!isWrapper && json.offset - start > context.elementBytesMax) {
      const limit = sizeText(context.elementBytesMax);
      throw unrecognized(`${limit} of one object, and none of the keys that begin a report`);
    }
  }
  if (isWrapper) checkVersion(retained.get('version'), context);
  else yield* readElement(JsonNode.root(Object.fromEntries(retained), json.path), context);
}

/** Checks the version of a report with `runs`, which are not SARIF's only; the version may follow them. */
function checkVersion(version: unknown, context: ReportContext): void {
  if (context.format !== 'sarif' || (typeof version === 'string' && version.startsWith('2.1'))) return;
  throw unrecognized(
    typeof version === 'string' ? `SARIF of version ${version}` : 'JSON with runs, but no SARIF version',
  );
}

type Read = (json: JsonReader, context: ReportContext) => AsyncGenerator<Finding>;

function readerFor(key: string, first: number): Read | null {
  if (first === BRACKET && (key === 'Findings' || key === 'findings')) return readFindings;
  if (first === BRACE && key === 'detail') return readObject;
  if (first === BRACKET && key === 'runs') return readSarif;
  return first === BRACE && key === 'assessment-results' ? readOscal : null;
}

/** Reads the list of findings, which is empty when Security Hub found nothing. */
async function* readFindings(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  let count = 0;
  for await (const element of json.values()) {
    count++;
    yield* readElement(element, context);
  }
  if (count === 0) context.recognize('asff');
}

function* readElement(element: JsonNode, context: ReportContext): Generator<Finding> {
  const { format, draft } = elementOf(element, context);
  if (format !== null) context.recognize(format);
  if (draft !== null) yield* findingsOf(draft);
}

function elementOf(element: JsonNode, context: ReportContext): ReadElement {
  if (element.get('class_uid').isPresent) return readOcsf(element);
  if (isAsff(element)) return readAsff(element);
  if (context.format !== null) throw element.error('is neither an OCSF nor an ASFF finding');
  const keys = element.entries().map(([key]) => key.slice(0, 40));
  const found = keys.length === 0 ? 'no keys' : `the keys ${keys.slice(0, 8).join(', ')}`;
  throw unrecognized(`JSON with ${found}`);
}
