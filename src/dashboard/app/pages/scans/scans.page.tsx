import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { ButtonLink } from '../../parts/button-link';
import { Page } from '../../parts/page';
import { SelectionBar } from '../../parts/selection-bar';
import { useMay } from '../../api/shell-data';
import { FailingChart } from './failing-chart';
import { LatestScan } from './latest-scan';
import { chosenPair, inListOrder } from './scan.rules';
import { ScanTable, type ListedScan } from './scan-table';
import { ScansDocument } from './scans.gql';
import { ShowMore } from './show-more';

/** Page of all scans, those that run first, then the newest; two completed ones can be compared. */
export function ScansPage() {
  const { t } = useTranslation(['scans', 'common']);
  const may = useMay();
  const [chosen, setChosen] = useState<string[]>([]);
  const result = useQuery(ScansDocument);
  const listed = useMemo(() => inListOrder(result.data?.scans.nodes ?? []), [result.data]);
  return (
    <Page
      title={t('common:nav.scans')}
      answer={result.data && <LatestScan scans={listed} />}
      asked={[{ document: ScansDocument }]}
      actions={
        may('compareScans') &&
        listed.filter(({ status }) => status === 'completed').length > 1 && (
          <ButtonLink variant="default" to="/scans/compare">
            {t('list.compareLatest')}
          </ButtonLink>
        )
      }
    >
      <Answered result={result}>
        {({ scans: { totalCount, pageInfo } }) =>
          listed.length === 0 ? (
            <Empty>{t(may('triggerScan') ? 'list.emptyRun' : 'list.empty')}</Empty>
          ) : (
            <Stack gap="md" align="stretch" className="scans-list">
              <FailingChart scans={listed} />
              <ScanTable scans={listed} chosen={chosen} onChoose={(id) => setChosen(chosenPair(chosen, id))} />
              <ShowMore
                shown={listed.length}
                total={totalCount}
                onMore={
                  pageInfo.hasNextPage ? () => result.fetchMore({ variables: { after: pageInfo.endCursor } }) : null
                }
              />
              <CompareBar scans={listed} chosen={chosen} />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

/** What is chosen for a comparison, and the way to it once there are two. */
function CompareBar({ scans, chosen }: { scans: readonly ListedScan[]; chosen: readonly string[] }) {
  const { t } = useTranslation('scans');
  const navigate = useNavigate();
  // The list is newest first.
  const [to, from] = scans.map(({ id }) => id).filter((id) => chosen.includes(id));
  const count = [to, from].filter((id) => id !== undefined).length;
  return (
    <SelectionBar label={t('list.comparison')} chosen={count === 0 ? '' : t('list.chosen', { count })}>
      {from !== undefined && (
        <Button size="compact-sm" onClick={() => void navigate({ to: '/scans/compare', search: { from, to } })}>
          {t('list.compare')}
        </Button>
      )}
    </SelectionBar>
  );
}
