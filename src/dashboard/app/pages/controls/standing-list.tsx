import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { ControlStatus } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { ControlsByStandingDocument, type ControlsByStandingQuery } from './frameworks.gql';
import type { StandingSearch } from './controls-search';
import { DRAWN_AT_ONCE, DrawMore } from '../../parts/draw-more';

/** The controls of all frameworks that stand alike, in the order of the frameworks. */
export function StandingList({ status, assurance, accepted }: StandingSearch) {
  const result = useQuery(ControlsByStandingDocument, {
    variables: { status: status ?? null, assurance: assurance ?? null, accepted: accepted ?? null },
  });
  return <Answered result={result}>{({ controls }) => <List controls={controls} />}</Answered>;
}

function List({ controls }: { controls: ControlsByStandingQuery['controls'] }) {
  const { t } = useTranslation(['controls', 'common']);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  if (controls.length === 0) return <Empty>{t('standing.none')}</Empty>;
  return (
    <>
      <DataTable
        label={t('controls.label')}
        rows={controls.slice(0, drawn)}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'control_id',
            header: t('controls.identifier'),
            cell: ({ id, controlId, framework }) => (
              <TextLink
                to="/controls/$framework/$controlId"
                params={{ framework: framework.slug, controlId: id }}
                fw={500}
                className="control-code"
              >
                {controlId}
              </TextLink>
            ),
          },
          { key: 'title', header: t('controls.title'), cell: ({ title }) => title },
          {
            key: 'framework',
            header: t('framework'),
            cell: ({ framework: { name } }) => <span className="control-code">{name}</span>,
          },
          { key: 'category', header: t('controls.category'), cell: ({ category }) => category },
          { key: 'status', header: t('controls.status'), cell: (control) => <ControlStatus control={control} /> },
        ]}
      />
      <DrawMore drawn={drawn} total={controls.length} onMore={setDrawn} />
    </>
  );
}
