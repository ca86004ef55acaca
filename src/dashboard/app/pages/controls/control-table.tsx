import './control.css';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../parts/ago';
import { Empty } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { ControlStatus } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { DEFAULT_SORT, sortedBy, type ControlRow } from './controls.rules';
import { DRAWN_AT_ONCE, DrawMore } from '../../parts/draw-more';
import { useChange } from './use-search';

const route = getRouteApi('/frame/controls/$framework');

interface ControlTableProps {
  controls: readonly ControlRow[];
  sort: string;
  /** Beside the number of controls. */
  aside: ReactNode;
}

export function ControlTable({ controls, sort, aside }: ControlTableProps) {
  const { t } = useTranslation(['controls', 'common']);
  const change = useChange();
  const columns = useColumns(controls);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  return (
    <>
      <div className="control-count">
        <Text size="xs" c="dimmed" role="status">
          {t('controls.shown', { count: controls.length })}
        </Text>
        {aside}
      </div>
      {controls.length === 0 ? (
        <Empty>{t('controls.none')}</Empty>
      ) : (
        <DataTable
          label={t('controls.label')}
          columns={columns}
          rows={sortedBy(controls, sort).slice(0, drawn)}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next === DEFAULT_SORT ? undefined : next })}
        />
      )}
      <DrawMore drawn={drawn} total={controls.length} onMore={setDrawn} />
    </>
  );
}

/** Columns of a list; what none of its controls has is left out. */
function useColumns(controls: readonly ControlRow[]): Column<ControlRow>[] {
  const { t } = useTranslation('controls');
  const { framework } = route.useParams();
  return [
    {
      key: 'control_id',
      header: t('controls.identifier'),
      isSortable: true,
      cell: ({ id, controlId, title }) => (
        <>
          <TextLink
            to="/controls/$framework/$controlId"
            params={{ framework, controlId: id }}
            fw={500}
            style={{ whiteSpace: 'nowrap' }}
          >
            {controlId}
          </TextLink>{' '}
          <span className="control-title-of-card">{title}</span>
        </>
      ),
    },
    {
      key: 'title',
      header: t('controls.title'),
      isSortable: true,
      cell: ({ title }) => (
        <Text className="control-title" miw={200}>
          {title}
        </Text>
      ),
    },
    { key: 'category', header: t('controls.category'), isSortable: true, cell: ({ category }) => category },
    {
      key: 'status',
      header: t('controls.status'),
      isSortable: true,
      cell: (control) => <ControlStatus control={control} />,
    },
    ...(controls.some(({ maturityLevel }) => maturityLevel !== null) ? [levelColumn(t('controls.levelColumn'))] : []),
    {
      key: 'decided',
      header: t('controls.decided'),
      isSortable: true,
      cell: ({ decidedBy }) => decidedBy?.at && <Ago at={decidedBy.at} />,
    },
    ...(controls.some(({ uploadedArtifacts }) => uploadedArtifacts > 0) ? [uploadsColumn(t('controls.evidence'))] : []),
    ...(controls.some(({ assignees }) => assignees.length > 0) ? [ownerColumn(t('controls.owner'))] : []),
  ];
}

function uploadsColumn(header: string): Column<ControlRow> {
  return {
    key: 'evidence',
    header,
    align: 'right',
    isSortable: true,
    cell: ({ uploadedArtifacts: count }) => count > 0 && <Uploads count={count} />,
  };
}

function Uploads({ count }: { count: number }) {
  return useFormat().number(count);
}

function ownerColumn(header: string): Column<ControlRow> {
  return {
    key: 'owner',
    header,
    isSortable: true,
    cell: ({ assignees }) => assignees.length > 0 && assignees.map(({ name }) => name).join(', '),
  };
}

function levelColumn(header: string): Column<ControlRow> {
  return {
    key: 'maturity_level',
    header,
    align: 'right',
    isSortable: true,
    cell: ({ maturityLevel }) => maturityLevel,
  };
}
