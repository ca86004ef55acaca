import { useTranslation } from 'react-i18next';
import { useFormat } from './format';

/** A scan with what is known of the rules of the reports that it read; null where it read none. */
export interface ScanOfReport {
  trigger: 'import' | 'manual' | 'schedule';
  progress: { findings: number };
  reportRules: {
    total: number;
    known: number;
    deciding: number;
    supporting: number;
    unknown: number;
    unknownAsEvidence: number;
  } | null;
}

/** Whether the reports that a scan read decide nothing. */
export function decidesNothing({ reportRules }: ScanOfReport): boolean {
  return reportRules?.deciding === 0;
}

/** How many rules of the reports that a scan read are known, and what they count for, in a sentence or two. */
export function ReportRules({ scan: { trigger, progress, reportRules } }: { scan: ScanOfReport }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  if (reportRules === null) return null;
  const { total, known, deciding, supporting, unknown, unknownAsEvidence } = reportRules;
  const figures = {
    total: format.number(total),
    known: format.number(known),
    deciding: format.number(deciding),
    supporting: format.number(supporting),
    unknown: format.number(unknown),
    findings: format.number(progress.findings),
  };
  const kind = total === 0 ? 'empty' : known === 0 ? 'unknown' : deciding === 0 ? 'supporting' : 'deciding';
  // A scan of several integrations has findings that no report brought.
  const context = trigger === 'import' ? 'import' : undefined;
  return (
    <>
      {kind === 'empty' ? t('reportRules.empty') : t(`reportRules.${kind}`, { ...figures, count: total, context })}{' '}
      {kind !== 'unknown' && unknown > 0 && `${t('reportRules.rest', { count: unknown, unknown: figures.unknown })} `}
      {unknownAsEvidence > 0 &&
        t('reportRules.evidence', { count: unknownAsEvidence, evidence: format.number(unknownAsEvidence) })}
    </>
  );
}
