import { useApolloClient } from '@apollo/client/react';
import { Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { AuditedReportFileDocument, type AuditedFrameworkQuery } from './auditor.gql';
import { Download } from './files';
import { useAuditorFormat } from './use-auditor-format';

type Framework = AuditedFrameworkQuery['auditedFramework'];
type Exception = Framework['exceptions'][number];
type Decision = Framework['scopeDecisions'][number];
type Report = Framework['reports'][number];

/** Risks of the framework that the organization has accepted. */
export function Exceptions({ exceptions }: { exceptions: readonly Exception[] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const columns: readonly Column<Exception>[] = [
    {
      key: 'severity',
      header: t('exceptions.severity'),
      cell: ({ severity }) => severity && <Severity severity={severity} />,
    },
    {
      key: 'risk',
      header: t('exceptions.risk'),
      cell: ({ fault, resource }) => (
        <>
          <Text fw={500}>{fault}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {resource}
          </Text>
        </>
      ),
    },
    { key: 'controls', header: t('exceptions.controls'), cell: ({ controlCodes }) => controlCodes.join(', ') },
    {
      key: 'reason',
      header: t('reason'),
      cell: ({ reason, compensatingMeasure }) => (
        <>
          <Text>{reason}</Text>
          <Text size="xs" c="dimmed">
            {compensatingMeasure === null
              ? t('exceptions.noMeasure')
              : t('exceptions.instead', { measure: compensatingMeasure })}
          </Text>
        </>
      ),
    },
    { key: 'owner', header: t('exceptions.owner'), cell: ({ owner }) => owner ?? t('somebody') },
    {
      key: 'approved',
      header: t('exceptions.approved'),
      cell: ({ approvedBy, approvedAt }) => (
        <>
          <Text>{approvedBy ?? t('somebody')}</Text>
          <Text size="xs" c="dimmed">
            {format.date(approvedAt)}
          </Text>
        </>
      ),
    },
    { key: 'until', header: t('exceptions.until'), cell: ({ expiresOn }) => format.day(expiresOn) },
  ];
  return (
    <Section title={t('exceptions.title')}>
      {exceptions.length === 0 ? (
        <Text c="dimmed">{t('exceptions.none')}</Text>
      ) : (
        <DataTable
          label={t('exceptions.title')}
          columns={columns}
          rows={exceptions}
          rowKey={({ id, resource }) => `${id} ${resource}`}
        />
      )}
    </Section>
  );
}

/** Decisions on what of the framework is in scope. */
export function ScopeDecisions({ decisions }: { decisions: readonly Decision[] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const columns: readonly Column<Decision>[] = [
    { key: 'kind', header: t('scope.kind'), cell: ({ kind }) => t(`scope.${kind}`, { defaultValue: kind }) },
    {
      key: 'about',
      header: t('scope.about'),
      cell: ({ controlCode, selected, outcome }) =>
        [controlCode, selected?.join(', '), outcome && t(`scope.${outcome}`, { defaultValue: outcome })]
          .filter(Boolean)
          .join(' · '),
    },
    { key: 'reason', header: t('reason'), cell: ({ reason }) => reason },
    {
      key: 'decided',
      header: t('scope.decided'),
      cell: ({ decidedAt }) => (decidedAt === null ? '–' : format.date(decidedAt)),
    },
  ];
  return (
    <Section title={t('scope.title')}>
      {decisions.length === 0 ? (
        <Text c="dimmed">{t('scope.none')}</Text>
      ) : (
        <DataTable label={t('scope.title')} columns={columns} rows={decisions} rowKey={({ id }) => id} />
      )}
    </Section>
  );
}

/** Stored reports of the framework on a moment in the period. */
export function Reports({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('auditor');
  const client = useApolloClient();
  const format = useAuditorFormat();
  const urlOf = async (id: string) => {
    const { data } = await client.query({
      query: AuditedReportFileDocument,
      variables: { id },
      fetchPolicy: 'no-cache',
    });
    return data?.auditedReportFile.url;
  };
  const nameOf = ({ reportType, asOf }: Report) =>
    `${t(`report.${reportType}`, { defaultValue: reportType })}, ${format.dateTime(asOf)}`;
  const columns: readonly Column<Report>[] = [
    { key: 'report', header: t('report.name'), cell: nameOf },
    { key: 'size', header: t('report.file'), cell: ({ format: type, size }) => `${type} · ${format.bytes(size)}` },
    {
      key: 'sha256',
      header: 'SHA-256',
      cell: ({ sha256 }) => <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>,
    },
    {
      key: 'download',
      header: '',
      align: 'right',
      cell: (report) => <Download name={nameOf(report)} urlOf={() => urlOf(report.id)} />,
    },
  ];
  return (
    <Section title={t('report.title')}>
      {reports.length === 0 ? (
        <Text c="dimmed">{t('report.none')}</Text>
      ) : (
        <DataTable label={t('report.title')} columns={columns} rows={reports} rowKey={({ id }) => id} />
      )}
    </Section>
  );
}
