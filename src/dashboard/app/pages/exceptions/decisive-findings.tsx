import { skipToken, useQuery } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable, type Column } from '../../parts/data-table';
import { AcceptDialog, type Acceptable } from '../../parts/exceptions/accept-finding';
import { acceptableOf } from '../../parts/findings/finding.rules';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { DecisiveToAcceptDocument, type DecisiveToAcceptQuery } from './exceptions.gql';

type Finding = DecisiveToAcceptQuery['findings']['nodes'][number];

/** Findings that fail a control, each with the way to request an exception for it; nothing where there is none, or the user may not. */
export function DecisiveFindings() {
  const { t } = useTranslation(['exceptions', 'findings']);
  const may = useMay();
  const { data } = useQuery(DecisiveToAcceptDocument, may('acceptFindings') ? {} : skipToken);
  const [picked, setPicked] = useState<Acceptable | null>(null);
  const nodes = data?.findings.nodes ?? [];
  if (nodes.length === 0) return null;
  const columns: readonly Column<Finding>[] = [
    {
      key: 'severity',
      header: t('findings:column.severity'),
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    {
      key: 'finding',
      header: t('findings:column.finding'),
      cell: ({ id, fault, resource, resourceId }) => (
        <>
          <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" fw={500}>
            {fault}
          </TextLink>
          <Text size="xs" c="dimmed">
            {resource?.name ?? resourceId}
          </Text>
        </>
      ),
    },
    {
      key: 'controls',
      header: t('findings:column.controls'),
      cell: ({ failingControls }) => t('findings:effect.count', { count: failingControls.length }),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (finding) => {
        const acceptable = acceptableOf(finding);
        return (
          acceptable && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('decisive.request', { title: finding.fault, resource: acceptable.name ?? acceptable.id })}
              onClick={() => setPicked(acceptable)}
            >
              {t('decisive.action')}
            </Button>
          )
        );
      },
    },
  ];
  return (
    <Section title={t('decisive.title', { count: data?.findings.totalCount ?? nodes.length })}>
      <div className="decisive-list">
        <DataTable
          label={t('decisive.label')}
          columns={columns}
          rows={nodes.toSorted((one, other) => other.failingControls.length - one.failingControls.length)}
          rowKey={({ id }) => id}
        />
      </div>
      {picked && <AcceptDialog findings={[picked]} onClose={() => setPicked(null)} />}
    </Section>
  );
}
