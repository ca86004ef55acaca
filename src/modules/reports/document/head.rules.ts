import { DEFAULT_LANGUAGE } from '../../../messages/language.js';
import type { CommonContent, StatusCounts } from '../content/content.type.js';
import type { Metadata } from '../content/metadata.type.js';
import type { ReportWords } from '../report-words.rules.js';
import type { Figure, ReportDocument } from './document.js';

/** Title, figures and facts at the beginning of every document. */
export function documentHead(words: ReportWords, content: CommonContent): Omit<ReportDocument, 'sections' | 'main'> {
  const { metadata } = content;
  return {
    words,
    title: words.term(`reportType.${metadata.report_type}`),
    subject: `${metadata.framework}, ${metadata.version}`,
    organization: metadata.organization,
    assuredScore: content.assured_score,
    score: content.compliance_score,
    figures: statusFigures(words, content.totals),
    note: words.language === DEFAULT_LANGUAGE ? null : words.text('page.contentLanguage'),
    facts: factsOf(words, content),
    provenance: [
      ['organization', metadata.organization],
      ['framework', metadata.framework],
      ['framework_version', metadata.version],
      ['scan_job_id', metadata.scan_job_id],
      ['as_of', metadata.as_of],
      ['report_id', metadata.report_id],
    ],
    generatedAt: new Date(metadata.generated_at),
  };
}

function factsOf(words: ReportWords, { metadata, totals }: CommonContent): ReportDocument['facts'] {
  const isAsOfScan = metadata.as_of === metadata.scan_completed_at;
  const asOf = words.moment(new Date(metadata.as_of));
  const shown = { assured: totals.assured_controls, count: totals.passed_controls };
  return [
    [words.text('fact.framework'), `${metadata.framework}, ${metadata.version}`],
    [words.text('fact.scope'), scopeText(words, metadata)],
    [words.text('fact.shown'), words.text('fact.shownOf', shown)],
    [words.text('fact.period'), periodText(words, metadata)],
    [words.text('fact.sources'), sourcesText(words, metadata)],
    [words.text('fact.scan'), metadata.scan_job_id],
    [words.text('fact.scanCompleted'), words.moment(new Date(metadata.scan_completed_at))],
    [words.text('fact.asOf'), words.text(isAsOfScan ? 'fact.asOfScan' : 'fact.asOfNow', { moment: asOf })],
    [words.text('fact.generated'), words.moment(new Date(metadata.generated_at))],
    [words.text('fact.report'), metadata.report_id],
  ];
}

function scopeText(
  words: ReportWords,
  { scope: { selected, controls_in_scope: count, controls_out_of_scope: outside } }: Metadata,
): string {
  const chosen = selected === null ? '' : `${selected.join(', ')}: `;
  const inScope = words.text('count.control', { count });
  return `${chosen}${outside === 0 ? inScope : words.text('fact.outOfScope', { inScope, outside })}`;
}

function periodText(words: ReportWords, { period }: Metadata): string {
  if (!period) return words.text('fact.noPeriod');
  return words.text('fact.periodOf', {
    from: words.moment(new Date(period.from)),
    to: words.moment(new Date(period.to)),
  });
}

function sourcesText(words: ReportWords, { sources: { integrations, assessments } }: Metadata): string {
  const read = integrations.map(({ name, type, scanned_at: at }) => `${name} (${type}, ${words.moment(new Date(at))})`);
  return [...read, words.text('count.assessment', { count: assessments })].join('; ');
}

function statusFigures(words: ReportWords, totals: StatusCounts): Figure[] {
  const share = (count: number) =>
    totals.total_controls === 0
      ? ''
      : words.text('figure.share', { share: words.percent((100 * count) / totals.total_controls) });
  const { passed_controls: passed, failed_controls: failed } = totals;
  const { not_assessed_controls: open, not_applicable_controls: outside } = totals;
  const figure = (label: string, number: number, tone: Figure['tone']): Figure => ({
    ...{ label, number, value: words.integer(number), note: share(number), tone },
  });
  return [
    figure(words.text('figure.passed'), passed, 'good'),
    figure(words.text('figure.failed'), failed, 'bad'),
    figure(words.text('figure.notAssessed'), open, 'unknown'),
    figure(words.text('figure.notApplicable'), outside, 'neutral'),
  ];
}
