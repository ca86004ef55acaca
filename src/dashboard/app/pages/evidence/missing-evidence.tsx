import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../parts/ago';
import { useMay } from '../../api/shell-data';
import { Answered, Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { DrawMore } from '../../parts/draw-more';
import { TextLink } from '../../parts/text-link';
import { EvidenceMissingDocument, type EvidenceMissingQuery } from './evidence.gql';
import { unproven } from './missing.rules';

const DRAWN_FIRST = 25;

/** What an auditor will ask for: assessments that say "met" and name no file that proves it, each with the way to assess again. */
export function MissingEvidence() {
  const result = useQuery(EvidenceMissingDocument);
  return <Answered result={result}>{({ universalControls }) => <Missing all={universalControls} />}</Answered>;
}

function Missing({ all }: { all: EvidenceMissingQuery['universalControls'] }) {
  const { t } = useTranslation('evidence');
  const [drawn, setDrawn] = useState(DRAWN_FIRST);
  const may = useMay();
  const missing = unproven(all);
  if (missing.length === 0) return <Empty>{t('missing.none')}</Empty>;
  const again: Column<(typeof missing)[number]> = {
    key: 'again',
    header: '',
    align: 'right',
    cell: ({ id, code }) => (
      <TextLink
        to="/mapping/universal/$universalControlId"
        params={{ universalControlId: id }}
        search={{ assess: true }}
        size="sm"
        aria-label={t('missing.againOf', { code })}
      >
        {t('missing.again')}
      </TextLink>
    ),
  };
  return (
    <Stack gap="md">
      <Text c="dimmed" maw={760}>
        {t('missing.hint')}
      </Text>
      <DataTable
        label={t('missing.label')}
        rows={missing.slice(0, drawn)}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'universal',
            header: t('missing.judged'),
            cell: ({ id, code, title }) => (
              <TextLink
                to="/mapping/universal/$universalControlId"
                params={{ universalControlId: id }}
                size="sm"
                fw={500}
              >
                {code} {title}
              </TextLink>
            ),
          },
          {
            key: 'proof',
            header: t('missing.proof'),
            cell: ({ assessment }) => t(assessment.details === null ? 'missing.nothing' : 'missing.note'),
          },
          { key: 'by', header: t('missing.by'), cell: ({ assessment }) => assessment.assessedBy.name },
          { key: 'at', header: t('missing.at'), cell: ({ assessment }) => <Ago at={assessment.createdAt} /> },
          ...(may('createAssessment') ? [again] : []),
        ]}
      />
      <DrawMore drawn={drawn} total={missing.length} onMore={setDrawn} />
    </Stack>
  );
}
