import { SEVERITIES } from '../../../connectors/finding.js';
import type { CommonContent, ExecutiveSummary } from '../content/content.type.js';
import type { ReportWords } from '../report-words.rules.js';
import type { Cell, Table } from './document.js';
import { columnsIn } from './shared.rules.js';

/** The figures of an executive summary under the names by which programs read them, one in each row. */
export function figureTable(words: ReportWords, content: CommonContent, summary: ExecutiveSummary): Table {
  const { trend, strongest_categories: strongest, weakest_categories: weakest, top_risks: risks, changes } = summary;
  return tableOfFigures(words, [
    ...singleFigures(summary),
    ...Object.entries({ ...content.totals, exceptions: content.exceptions.length }),
    ...SEVERITIES.map((severity) => [`failed_${severity}`, summary.failed_by_severity[severity]]),
    ['improved_controls', changes.improved.length],
    ['worsened_controls', changes.worsened.length],
    ...trend.map(({ completed_at, assured_score }) => [`assured_score_at_${completed_at}`, assured_score]),
    ...trend.map(({ completed_at, score }) => [`score_at_${completed_at}`, score]),
    ...strongest.map(({ category, score }) => [`strongest: ${category}`, score]),
    ...weakest.map(({ category, score }) => [`weakest: ${category}`, score]),
    ...risks.map(({ control_id, priority }) => [`top risk: ${control_id}`, priority]),
  ]);
}

/** The same in words, without the counts that the summary sheet has. */
export function figureSheet(words: ReportWords, summary: ExecutiveSummary): Table {
  const { trend, strongest_categories: strongest, weakest_categories: weakest, top_risks: risks, changes } = summary;
  const { section } = words;
  const at = (moment: string) => ({ moment: words.moment(new Date(moment)) });
  return tableOfFigures(words, [
    ...singleFigures(summary).map(([name, value]) => [section(`figure.${name}`), value]),
    ...SEVERITIES.map((severity) => [
      section('figure.failed', { severity: words.nameOf(severity) }),
      summary.failed_by_severity[severity],
    ]),
    [section('figure.improved_controls'), changes.improved.length],
    [section('figure.worsened_controls'), changes.worsened.length],
    ...trend.map((scan) => [section('figure.assuredScoreAt', at(scan.completed_at)), scan.assured_score]),
    ...trend.map((scan) => [section('figure.scoreAt', at(scan.completed_at)), scan.score]),
    ...strongest.map(({ category, score }) => [section('figure.strongest', { category }), score]),
    ...weakest.map(({ category, score }) => [section('figure.weakest', { category }), score]),
    ...risks.map(({ control_id, priority }) => [section('figure.risk', { control: control_id }), priority]),
  ]);
}

const SINGLE = [
  'assured_score',
  'previous_assured_score',
  'score',
  'previous_score',
  'score_change',
  'coverage_percentage',
  'freshness_percentage',
] as const;

function singleFigures(summary: ExecutiveSummary) {
  return SINGLE.map((name) => [name, summary[name]] as const);
}

function tableOfFigures(words: ReportWords, figures: readonly (readonly Cell[])[]): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.figures'),
    columns: [column('figure', 'figure', 'text', 50), column('value', 'value', 'integer', 14)],
    rows: figures.map((row) => [...row]),
    empty: '',
  };
}
