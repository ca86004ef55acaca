import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable, type Column } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { formatsOf, useReportLanguage, useReportTypes, type Framework } from './report-choices';
import type { ReportTypeName } from './reports-search';
import type { GenerateReportInput } from './reports.gql';

/** Framework whose certification asks for a statement of applicability. */
const STATEMENT_OF = 'iso27001';

interface KindsProps {
  frameworks: readonly Framework[];
  /** Names of frameworks that a known scan covered. */
  scanned: ReadonlySet<string>;
  isBusy: boolean;
  onMake: (input: GenerateReportInput) => void;
  /** Asks for a report of a type with other settings. */
  onOptions: (framework: string, type: ReportTypeName) => void;
}

/** What reports there are, in place of an empty library: each is made by one click. */
export function Kinds({ frameworks, scanned, isBusy, onMake, onOptions }: KindsProps) {
  const { t } = useTranslation(['reports', 'terms']);
  const may = useMay();
  const language = useReportLanguage();
  const types = useReportTypes();
  const [slug, setSlug] = useState(frameworks[0]?.slug ?? '');
  const [made, setMade] = useState<ReportTypeName | null>(null);
  const framework = frameworks.find((each) => each.slug === slug) ?? frameworks[0];
  if (!framework) return null;
  const make = (reportType: ReportTypeName) => {
    const [format] = formatsOf(reportType);
    setMade(reportType);
    onMake({ framework: framework.slug, reportType, language, ...(reportType === 'audit_package' ? {} : { format }) });
  };
  // A statement of applicability is a document of one standard; of others the form makes it.
  const offered = types
    .filter((type) => type !== 'statement_of_applicability' || framework.slug === STATEMENT_OF)
    .toSorted((one, other) => Number(other === 'audit_package') - Number(one === 'audit_package'));
  const columns: readonly Column<ReportTypeName>[] = [
    {
      key: 'report',
      header: t('library.report'),
      cell: (type) => (
        <div className="report-kind">
          <Text inherit fw={500}>
            {t(`terms:reportType.${type}`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`about.${type}`)}
          </Text>
        </div>
      ),
    },
    { key: 'for', header: t('kinds.for'), cell: (type) => t(`for.${type}`) },
    {
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (type) => {
        const title = t('kinds.title', { type: t(`terms:reportType.${type}`), framework: framework.name });
        return (
          may('generateReport') && (
            <Group gap="xs" wrap="nowrap" justify="flex-end">
              <Button
                size="compact-sm"
                variant="default"
                miw={92}
                loading={isBusy && made === type}
                disabled={isBusy && made !== type}
                aria-label={t('kinds.makeOf', { format: t(`format.${formatsOf(type)[0]}`), title })}
                onClick={() => make(type)}
              >
                {t('kinds.make', { format: t(`format.${formatsOf(type)[0]}`) })}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('kinds.optionsOf', { title })}
                onClick={() => onOptions(framework.slug, type)}
              >
                {t('kinds.options')}
              </Button>
            </Group>
          )
        );
      },
    },
  ];
  return (
    <Section title={t('kinds.heading')}>
      <Stack gap="xs">
        <NativeSelect
          label={t('kinds.framework')}
          value={framework.slug}
          data={frameworks.map(({ slug: value, name }) => ({ value, label: name }))}
          onChange={({ currentTarget: { value } }) => setSlug(value)}
          w={{ base: '100%', sm: 280 }}
        />
        <Text c="dimmed">
          {scanned.has(framework.name) ? (
            t('kinds.now')
          ) : (
            <>
              {t('kinds.noScan', { framework: framework.name })} <TextLink to="/scans">{t('kinds.toScans')}</TextLink>
            </>
          )}
        </Text>
      </Stack>
      <DataTable label={t('kinds.list')} columns={columns} rows={offered} rowKey={(type) => type} />
    </Section>
  );
}
