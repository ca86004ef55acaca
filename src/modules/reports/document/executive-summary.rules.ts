import type { CommonContent, ExecutiveSummary, StatusChangeContent } from '../content/content.type.js';
import type { ReportWords } from '../report-words.rules.js';
import type { Block, Figure, ReportDocument, Section, Table } from './document.js';
import { exceptionSection } from './exceptions.rules.js';
import { figureSheet, figureTable } from './executive-figures.rules.js';
import { severityFigures } from './gap-analysis.rules.js';
import { documentHead } from './head.rules.js';
import { categoryBar, categoryTable, columnsIn, controlColumns } from './shared.rules.js';

/** Sections and sheets of an executive summary. */
export function executiveSummaryDocument(
  words: ReportWords,
  content: CommonContent,
  summary: ExecutiveSummary,
): ReportDocument {
  return {
    ...documentHead(words, content),
    sections: [
      atAGlance(words, content, summary),
      trendSection(words, summary),
      risksSection(words, summary),
      categoriesSection(words, summary),
      changesSection(words, summary),
      exceptionSection(words, content),
    ],
    main: figureTable(words, content, summary),
  };
}

function atAGlance(words: ReportWords, { totals, metadata }: CommonContent, summary: ExecutiveSummary): Section {
  const { section } = words;
  const { failed_by_severity: severities } = summary;
  return {
    title: section('executive.glance'),
    intro: section('executive.glanceIntro', {
      count: totals.passed_controls,
      total: totals.total_controls,
      framework: metadata.framework,
      assured: totals.assured_controls,
      assuredScore: words.percent(summary.assured_score),
      score: words.percent(summary.score),
      moved: movedText(words, summary.score_change),
      failed: section('executive.glanceFailed', { count: totals.failed_controls }),
      grave: severities.critical + severities.high,
      open: totals.not_assessed_controls,
    }),
    blocks: [
      { kind: 'figures', figures: scoreFigures(words, summary) },
      { kind: 'figures', figures: severityFigures(words, severities, section('executive.failedControls')) },
      { kind: 'table', table: figureSheet(words, summary), only: 'sheet' },
    ],
  };
}

function movedText({ section, decimal }: ReportWords, change: number | null): string {
  if (change === null || change === 0) return '';
  return section(change > 0 ? 'executive.more' : 'executive.less', { points: decimal(Math.abs(change)) });
}

function scoreFigures(words: ReportWords, summary: ExecutiveSummary): Figure[] {
  const { section } = words;
  const none = section('executive.none');
  const share = (percent: number | null) => (percent === null ? none : words.percent(percent));
  const figure = (label: string, value: string, note: string): Figure => ({
    ...{ label, value, number: null, note, tone: 'neutral' },
  });
  return [
    figure(section('executive.coverage'), share(summary.coverage_percentage), section('executive.coverageNote')),
    figure(section('executive.freshness'), share(summary.freshness_percentage), section('executive.freshnessNote')),
    figure(
      section('executive.assuredBefore'),
      share(summary.previous_assured_score),
      section('executive.assuredBeforeNote'),
    ),
    figure(section('executive.before'), share(summary.previous_score), section('executive.beforeNote')),
    figure(
      section('executive.change'),
      summary.score_change === null ? none : signed(words, summary.score_change),
      section('executive.changeNote'),
    ),
  ];
}

function signed({ decimal }: ReportWords, change: number): string {
  if (change === 0) return decimal(0);
  return `${change > 0 ? '+' : '\u2212'}${decimal(Math.abs(change))}`;
}

function trendSection(words: ReportWords, { trend }: ExecutiveSummary): Section {
  const { section } = words;
  const label = ({ completed_at }: (typeof trend)[number]) => words.moment(new Date(completed_at));
  return {
    title: section('executive.trend'),
    intro: trend.length < 2 ? section('executive.firstScan') : section('executive.trendIntro', { scans: trend.length }),
    blocks: [
      {
        kind: 'bars',
        title: section('executive.assuredTrend'),
        bars: trend.map((scan) => ({
          label: label(scan),
          percent: scan.assured_score,
          note: section('executive.assuredTrendNote', { assured: scan.assured_controls }),
        })),
      },
      {
        kind: 'bars',
        title: section('executive.scoreTrend'),
        bars: trend.map((scan) => ({
          label: label(scan),
          percent: scan.score,
          note: section('executive.scoreTrendNote', { passed: scan.passed_controls }),
        })),
      },
      { kind: 'table', only: 'sheet', table: trendTable(words, trend) },
    ],
  };
}

function trendTable(words: ReportWords, trend: ExecutiveSummary['trend']): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.trend'),
    columns: [
      column('completed_at', 'scanCompleted', 'moment', 20),
      column('assured_score', 'assuredScore', 'percent', 10),
      column('score', 'score', 'percent', 10),
      column('passed_controls', 'passed', 'integer', 10),
      column('assured_controls', 'shownInFull', 'integer', 10),
      column('failed_controls', 'failed', 'integer', 10),
      column('scan_job_id', 'scan', 'code', 38),
    ],
    rows: trend.map((each) => [
      new Date(each.completed_at),
      each.assured_score,
      each.score,
      each.passed_controls,
      each.assured_controls,
      each.failed_controls,
      each.scan_job_id,
    ]),
    empty: words.column('empty.trend'),
  };
}

function risksSection(words: ReportWords, { top_risks: risks }: ExecutiveSummary): Section {
  const column = columnsIn(words);
  const table: Table = {
    title: words.column('sheet.topRisks'),
    columns: [
      column('rank', 'rank', 'integer', 7),
      ...controlColumns(words),
      column('severity', 'severity', 'severity', 12),
      column('finding', 'finding', 'text', 70),
      column('frameworks', 'frameworksGaining', 'integer', 11),
      column('priority', 'priority', 'integer', 9),
    ],
    rows: risks.map(({ rank, control_id, title, inputs, finding, priority }) => [
      rank,
      control_id,
      title,
      inputs.severity,
      finding,
      inputs.frameworks.length,
      priority,
    ]),
    empty: words.column('empty.topRisks'),
  };
  return {
    title: words.section('executive.risks'),
    intro: words.section('executive.risksIntro'),
    blocks: [{ kind: 'table', table }],
  };
}

function categoriesSection(
  words: ReportWords,
  { strongest_categories, weakest_categories }: ExecutiveSummary,
): Section {
  const bars = (title: string, categories: typeof strongest_categories): Block => ({
    kind: 'bars',
    title,
    bars: categories.map((each) => categoryBar(words, each)),
  });
  const [strongest, weakest] = [words.column('sheet.strongest'), words.column('sheet.weakest')];
  return {
    title: words.section('executive.categories'),
    intro: words.section('executive.categoriesIntro'),
    blocks: [
      bars(words.section('executive.strongest'), strongest_categories),
      bars(words.section('executive.weakest'), weakest_categories),
      { kind: 'table', table: categoryTable(words, strongest_categories, strongest), only: 'sheet' },
      { kind: 'table', table: categoryTable(words, weakest_categories, weakest), only: 'sheet' },
    ],
  };
}

function changesSection(words: ReportWords, { changes }: ExecutiveSummary): Section {
  const { improved, worsened, other } = changes;
  const intro =
    changes.since === null
      ? words.section('executive.noEarlier')
      : words.section('executive.changesIntro', {
          since: words.moment(new Date(changes.since)),
          improved: improved.length,
          worsened: worsened.length,
          other: other.length,
        });
  const table = changeTable(words, { worsened, improved, other });
  return {
    title: words.section('executive.changes'),
    intro,
    blocks: changes.since === null ? [] : [{ kind: 'table', table }],
  };
}

function changeTable(words: ReportWords, changes: Readonly<Record<string, StatusChangeContent[]>>): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.changes'),
    columns: [
      column('change', 'change', 'text', 12, 'change'),
      ...controlColumns(words),
      column('previous_status', 'before', 'status', 15),
      column('status', 'now', 'status', 15),
    ],
    rows: Object.entries(changes).flatMap(([kind, list]) =>
      list.map((each) => [kind, each.control_id, each.title, each.previous_status, each.status]),
    ),
    empty: words.column('empty.changes'),
  };
}
