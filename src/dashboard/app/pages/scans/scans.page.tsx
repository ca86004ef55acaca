import { useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { Page } from '../../parts/page';
import { useMay } from '../../api/shell-data';
import { LatestScan } from './latest-scan';
import { chosenPair } from './scan.rules';
import { ScanTable, type ListedScan } from './scan-table';
import { ScansDocument } from './scans.gql';
import { ShowMore } from './show-more';

/** Page of all scans, newest first; two completed ones can be compared. */
export function ScansPage() {
  const { t } = useTranslation(['scans', 'common']);
  const may = useMay();
  const [chosen, setChosen] = useState<string[]>([]);
  const result = useQuery(ScansDocument);
  const scans = result.data?.scans;
  return (
    <Page
      title={t('common:nav.scans')}
      answer={scans && <LatestScan scans={scans.nodes} />}
      asked={[{ document: ScansDocument }]}
      actions={<Compare scans={scans?.nodes ?? []} chosen={chosen} />}
    >
      <Answered result={result}>
        {({ scans: { nodes, totalCount, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty>{t(may('triggerScan') ? 'list.emptyRun' : 'list.empty')}</Empty>
          ) : (
            <Stack gap="md" align="stretch">
              <ScanTable scans={nodes} chosen={chosen} onChoose={(id) => setChosen(chosenPair(chosen, id))} />
              <ShowMore
                shown={nodes.length}
                total={totalCount}
                onMore={
                  pageInfo.hasNextPage ? () => result.fetchMore({ variables: { after: pageInfo.endCursor } }) : null
                }
              />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

function Compare({ scans, chosen }: { scans: readonly ListedScan[]; chosen: readonly string[] }) {
  const { t } = useTranslation('scans');
  const navigate = useNavigate();
  if (scans.filter(({ status }) => status === 'completed').length < 2) return null;
  // The list is newest first.
  const [to, from] = scans.map(({ id }) => id).filter((id) => chosen.includes(id));
  return (
    <Group gap="sm">
      <Text size="xs" c="dimmed">
        {t('list.choose', { count: 2 - chosen.length })}
      </Text>
      <Button
        variant="default"
        disabled={from === undefined}
        onClick={() => void navigate({ to: '/scans/compare', search: { from, to } })}
      >
        {t('list.compare')}
      </Button>
    </Group>
  );
}
