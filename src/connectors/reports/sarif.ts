import type { Finding } from '../finding.js';
import { findingsOf } from './draft.js';
import type { JsonReader } from './json-reader.js';
import type { ReportContext } from './report-format.js';
import { SarifRules } from './sarif-rules.js';
import { resultRow, rowDraft, type ResultRow } from './sarif-result.js';
import { Spool } from './spool.js';

/**
 * Streams the findings of a SARIF 2.1 log's `runs`. A run's results may precede its rules and may be many, so each is
 * reduced and stored (see Spool) until the run ends; then results are joined with rules. The findings of a run therefore
 * come only at its end.
 * Source: SARIF 2.1.0 with Errata 01.
 */
export async function* readSarif(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  context.recognize('sarif');
  for await (const run of json.items()) yield* readRun(run, context);
}

async function* readRun(json: JsonReader, context: ReportContext): AsyncGenerator<Finding> {
  await using spool = new Spool<ResultRow>(context.temporaryDirectory);
  const rules = new SarifRules();
  for await (const key of json.members()) {
    if (key === 'tool') await readTool(json, rules);
    else if (key === 'results') await readResults(json, spool);
    else if (key === 'taxonomies') await readTaxonomies(json, rules);
    else if (key === 'artifacts') for await (const artifact of json.values()) rules.addArtifact(artifact);
    else await json.skip();
  }
  for await (const row of spool.rows()) yield* findingsOf(rowDraft(row, rules));
}

/** `results: null` is a run that failed before it had any. */
async function readResults(json: JsonReader, spool: Spool<ResultRow>): Promise<void> {
  if (await json.takeNull()) return;
  for await (const result of json.values()) {
    const row = resultRow(result);
    if (row !== null) await spool.add(row);
  }
}

async function readTool(json: JsonReader, rules: SarifRules): Promise<void> {
  for await (const key of json.members()) {
    if (key === 'driver') await readComponent(json, rules, 'driver');
    else if (key === 'extensions') await readExtensions(json, rules);
    else await json.skip();
  }
}

async function readExtensions(json: JsonReader, rules: SarifRules): Promise<void> {
  let index = 0;
  for await (const extension of json.items()) await readComponent(extension, rules, index++);
}

async function readComponent(json: JsonReader, rules: SarifRules, component: 'driver' | number): Promise<void> {
  for await (const key of json.members()) {
    if (key === 'rules') for await (const rule of json.values()) rules.addRule(component, rule);
    else if (key === 'name' && component === 'driver') rules.driverName = (await json.value()).text();
    else if (key === 'supportedTaxonomies') for await (const taxonomy of json.values()) rules.nameTaxonomy(taxonomy);
    else await json.skip();
  }
}

/** Name of a taxonomy. Its taxa, which can be a whole catalogue, are not read. */
async function readTaxonomies(json: JsonReader, rules: SarifRules): Promise<void> {
  let index = 0;
  for await (const taxonomy of json.items()) {
    let name: string | null = null;
    let guid: string | null = null;
    for await (const key of taxonomy.members()) {
      if (key === 'name') name = (await taxonomy.value()).textOrNull();
      else if (key === 'guid') guid = (await taxonomy.value()).textOrNull();
      else await taxonomy.skip();
    }
    rules.addTaxonomy(index++, name, guid);
  }
}
