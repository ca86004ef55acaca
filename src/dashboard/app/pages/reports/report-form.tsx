import './reports.css';
import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../i18n';
import { DayInput } from '../../parts/day-input';
import { Form } from '../../parts/form';
import { FormFooter } from '../../parts/form-footer';
import { useFormat } from '../../parts/format';
import { LanguageSelect } from '../../parts/language-select';
import { Refusal } from '../../parts/refusal';
import { useMay, useShell } from '../../api/shell-data';
import { startOfDay, yearBefore } from './reports.rules';
import { REPORT_TYPES } from './reports-search';
import { NewSchedule } from './schedule-new';
import type { GenerateReportInput, ReportFormat, ReportsQuery, ReportType } from './reports.gql';

const FORMATS = ['pdf', 'html', 'xlsx', 'csv', 'json'] as const satisfies readonly ReportFormat[];

const route = getRouteApi('/frame/reports');

interface ReportFormProps {
  frameworks: ReportsQuery['reportFrameworks']['frameworks'];
  scans: ReportsQuery['scans']['nodes'];
  isBusy: boolean;
  error: unknown;
  onSubmit: (input: GenerateReportInput) => void;
  /** Called once the report is scheduled. */
  onScheduled: () => void;
}

/** Form of a report: framework, moment, file format, language. */
export function ReportForm({ frameworks, scans, isBusy, error, onSubmit, onScheduled }: ReportFormProps) {
  const { t, i18n } = useTranslation(['reports', 'terms']);
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shell = useShell();
  const may = useMay();
  const [periodFrom, setPeriodFrom] = useState(() => yearBefore(new Date()));
  const [reportType, setReportType] = useState<ReportType>('compliance_summary');
  // That of the page, until another one is chosen.
  const [chosenLanguage, setLanguage] = useState<Language | null>(null);
  const language = chosenLanguage ?? LANGUAGES.find((each) => each === i18n.language) ?? 'en';
  const [fileFormat, setFileFormat] = useState<ReportFormat>('pdf');
  const options = frameworks.flatMap(({ framework }) =>
    shell.frameworks.filter(({ name }) => name === framework).map(({ slug }) => ({ value: slug, label: framework })),
  );
  const chosen = options.find(({ value }) => value === search.framework) ?? options[0];
  // The scores of a scan show which frameworks it covered.
  const covering = scans.filter(
    ({ status, scores }) =>
      status === 'completed' && scores?.frameworks.some(({ framework }) => framework === chosen?.label),
  );
  const scanId = covering.find(({ id }) => id === search.scanId)?.id ?? '';
  if (!chosen) return null;
  const isPackage = reportType === 'audit_package';
  // A package has entries of the audit trail.
  const types = REPORT_TYPES.filter((each) => each !== 'audit_package' || may('auditProof'));
  const inputOf = (): GenerateReportInput => {
    const of = { framework: chosen.value, reportType, language };
    if (isPackage) return { ...of, periodFrom: startOfDay(periodFrom) };
    return { ...of, format: fileFormat, ...(scanId === '' ? {} : { scanJobId: scanId }) };
  };
  return (
    <Form
      aria-label={t('form.title')}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(inputOf());
      }}
    >
      <Stack gap="md">
        <Refusal error={error} />
        <Radio.Group
          label={t('form.type')}
          value={reportType}
          onChange={(value) => setReportType(REPORT_TYPES.find((each) => each === value) ?? reportType)}
        >
          <div className="report-types">
            {types.map((each) => (
              <Radio key={each} value={each} label={t(`terms:reportType.${each}`)} description={t(`about.${each}`)} />
            ))}
          </div>
        </Radio.Group>
        <Group gap="md" align="flex-end">
          <NativeSelect
            label={t('form.framework')}
            data={options}
            value={chosen.value}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ search: { ...search, framework: value }, replace: true })
            }
          />
          {isPackage && (
            <DayInput
              required
              label={t('form.periodFrom')}
              max={new Date().toISOString().slice(0, 10)}
              value={periodFrom}
              onChange={setPeriodFrom}
            />
          )}
          {!isPackage && (
            <NativeSelect
              label={t('form.scan')}
              value={scanId}
              data={[
                { value: '', label: t('form.now') },
                ...covering.map(({ id, completedAt }) => ({
                  value: id,
                  label: t('form.asOf', { moment: format.dateTime(completedAt ?? '') }),
                })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ search: { ...search, scanId: value === '' ? undefined : value }, replace: true })
              }
            />
          )}
          {!isPackage && (
            <NativeSelect
              label={t('form.format')}
              data={FORMATS.map((each) => ({ value: each, label: t(`format.${each}`) }))}
              value={fileFormat}
              onChange={({ currentTarget: { value } }) =>
                setFileFormat(FORMATS.find((each) => each === value) ?? fileFormat)
              }
            />
          )}
          <LanguageSelect label={t('form.language')} value={language} onChange={setLanguage} />
        </Group>
        <FormFooter>
          {scanId === '' && may('createReportSchedule') && (
            <NewSchedule
              framework={chosen.label}
              settings={{ framework: chosen.value, reportType, language, ...(isPackage ? {} : { format: fileFormat }) }}
              onDone={onScheduled}
            />
          )}
          <Button type="submit" loading={isBusy}>
            {t(isPackage ? 'form.submitPackage' : 'form.submit')}
          </Button>
        </FormFooter>
      </Stack>
    </Form>
  );
}
