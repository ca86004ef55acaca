import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { LANGUAGES, type Language } from '../../i18n';
import { REPORT_TYPES, type ReportTypeName } from './reports-search';
import type { ReportFormat, ReportsQuery } from './reports.gql';

/** A framework that a report can be of. */
export interface Framework {
  slug: string;
  name: string;
}

const FORMATS = ['pdf', 'html', 'xlsx', 'csv', 'json'] as const satisfies readonly ReportFormat[];
const FORMATS_OF_PACKAGE = ['zip'] as const satisfies readonly ReportFormat[];

/** File formats of a type of report, the usual one first. */
export function formatsOf(type: ReportTypeName): typeof FORMATS | typeof FORMATS_OF_PACKAGE {
  return type === 'audit_package' ? FORMATS_OF_PACKAGE : FORMATS;
}

/** Types of reports that the user may make. */
export function useReportTypes(): ReportTypeName[] {
  const may = useMay();
  // A package has entries of the audit trail.
  return REPORT_TYPES.filter((each) => each !== 'audit_package' || may('auditProof'));
}

/** Frameworks that reports are made of, with the slug by which they are asked for. */
export function useReportFrameworks(frameworks: ReportsQuery['reportFrameworks']['frameworks']): Framework[] {
  const shell = useShell();
  return frameworks.flatMap(({ framework }) =>
    shell.frameworks.filter(({ name }) => name === framework).map(({ slug, name }) => ({ slug, name })),
  );
}

/** Language of a report until another one is chosen: that of the page. */
export function useReportLanguage(): Language {
  const { i18n } = useTranslation();
  return LANGUAGES.find((each) => each === i18n.language) ?? 'en';
}
