import './reports.css';
import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../i18n';
import { DayInput } from '../../parts/day-input';
import { Form } from '../../parts/form';
import { FormFooter } from '../../parts/form-footer';
import { useFormat } from '../../parts/format';
import { LanguageSelect } from '../../parts/language-select';
import { Refusal } from '../../parts/refusal';
import { useMay } from '../../api/shell-data';
import { formatsOf, useReportLanguage, useReportTypes, type Framework } from './report-choices';
import { startOfDay, yearBefore } from './reports.rules';
import type { ReportTypeName } from './reports-search';
import { NewSchedule } from './schedule-new';
import type { GenerateReportInput, ReportFormat, ReportsQuery } from './reports.gql';

const route = getRouteApi('/frame/reports');

interface ReportFormProps {
  /** Type that is chosen at first. */
  type: ReportTypeName;
  frameworks: readonly Framework[];
  scans: ReportsQuery['scans']['nodes'];
  isBusy: boolean;
  error: unknown;
  onSubmit: (input: GenerateReportInput) => void;
  /** Called once the report is scheduled. */
  onScheduled: () => void;
}

/** Form of a report: framework, moment, file format, language. */
export function ReportForm({ type, frameworks, scans, isBusy, error, onSubmit, onScheduled }: ReportFormProps) {
  const { t } = useTranslation(['reports', 'terms']);
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [periodFrom, setPeriodFrom] = useState(() => yearBefore(new Date()));
  const [reportType, setReportType] = useState<ReportTypeName>(type);
  // That of the page, until another one is chosen.
  const [chosenLanguage, setLanguage] = useState<Language | null>(null);
  const ofPage = useReportLanguage();
  const language = chosenLanguage ?? ofPage;
  const [fileFormat, setFileFormat] = useState<ReportFormat>('pdf');
  const options = frameworks.map(({ slug, name }) => ({ value: slug, label: name }));
  const types = useReportTypes();
  const chosen = options.find(({ value }) => value === search.framework) ?? options[0];
  // The scores of a scan show which frameworks it covered.
  const covering = scans.filter(
    ({ status, scores }) =>
      status === 'completed' && scores?.frameworks.some(({ framework }) => framework === chosen?.label),
  );
  const scanId = covering.find(({ id }) => id === search.scanId)?.id ?? '';
  if (!chosen) return null;
  const isPackage = reportType === 'audit_package';
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
          onChange={(value) => setReportType(types.find((each) => each === value) ?? reportType)}
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
              data={formatsOf(reportType).map((each) => ({ value: each, label: t(`format.${each}`) }))}
              value={fileFormat}
              onChange={({ currentTarget: { value } }) =>
                setFileFormat(formatsOf(reportType).find((each) => each === value) ?? fileFormat)
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
