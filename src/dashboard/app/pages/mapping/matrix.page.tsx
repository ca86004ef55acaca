import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { CoverageList } from './coverage-list';
import { CoverageMatrix } from './coverage-matrix';
import { useShell } from '../../api/shell-data';
import { MappingMatrixDocument } from './matrix.gql';
import { reachesOf } from './matrix.rules';
import { ShareLegend } from './share-legend';
import './mapping.css';

/** Page of the coverage matrix and the universal controls. */
export function MatrixPage() {
  const { t } = useTranslation(['mapping', 'common']);
  const format = useFormat();
  const { frameworks } = useShell();
  const result = useQuery(MappingMatrixDocument);
  const [farthest] = reachesOf(result.data?.mappingMatrix.cells ?? []);
  const hasOthers = farthest !== undefined && farthest.total > 0;
  return (
    <Page
      title={t('common:nav.mapping')}
      answer={
        hasOthers
          ? t('matrix.answer', {
              framework: farthest.from,
              full: format.percent(farthest.fullPercent),
              percent: format.percent(farthest.percent),
            })
          : undefined
      }
      asked={[{ document: MappingMatrixDocument }]}
    >
      <Answered result={result}>
        {({ mappingMatrix: { cells }, ucfDomains }) => (
          <Stack gap="xl">
            {hasOthers ? (
              <div>
                <Text id="matrix-caption" maw={760} mb="xs" fz={13} c="dimmed">
                  {t('matrix.caption', { row: frameworks[0]?.name, column: frameworks[1]?.name })}
                </Text>
                <ShareLegend />
                <CoverageMatrix cells={cells} />
                <CoverageList cells={cells} />
              </div>
            ) : (
              <Empty
                action={
                  <TextLink to="/settings" search={{ part: 'compliance' }}>
                    {t('matrix.settings')}
                  </TextLink>
                }
              >
                {t('matrix.single')}
              </Empty>
            )}
            <Text>
              <TextLink to="/mapping/universal">
                {t('matrix.all', { count: ucfDomains.reduce((sum, { controlCount }) => sum + controlCount, 0) })}
              </TextLink>
            </Text>
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
