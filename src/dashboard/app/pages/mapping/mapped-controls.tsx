import '../../parts/unfold.css';
import { Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { ControlLink } from '../../parts/control-link';
import { DataTable } from '../../parts/data-table';
import { ControlStatus } from '../../parts/status';
import { UnfoldSign } from '../../parts/unfold-sign';
import type { UniversalControlQuery } from './universal-control.gql';

type Mapping = UniversalControlQuery['universalControl']['mappings'][number];

/** Controls of the active frameworks that are mapped to a universal control, in the order of these, each with what it asks for and, unfolded, why. */
export function MappedControls({ mappings }: { mappings: readonly Mapping[] }) {
  const { t } = useTranslation(['mapping', 'common']);
  const { frameworks } = useShell();
  const [open, setOpen] = useState<readonly string[]>([]);
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((each) => each !== id) : [...open, id]);
  const nameOf = (id: string) => frameworks.find((each) => each.id === id)?.name;
  const rows = frameworks.flatMap(({ id }) => mappings.filter(({ control }) => control.framework.id === id));
  return (
    <section>
      <Title order={2}>{t('one.mappings')}</Title>
      <Text c="dimmed" mb="sm">
        {t('one.mappingsHint')}
      </Text>
      <DataTable
        label={t('one.mappings')}
        rows={rows}
        rowKey={({ id }) => id}
        detailOf={(mapping) => (open.includes(mapping.id) ? <Why mapping={mapping} /> : null)}
        columns={[
          {
            key: 'control',
            header: t('one.control'),
            cell: ({ control }) => <ControlLink control={control} framework={control.framework.slug} />,
          },
          { key: 'framework', header: t('one.framework'), cell: ({ control }) => nameOf(control.framework.id) },
          { key: 'status', header: t('one.status'), cell: ({ control }) => <ControlStatus control={control} /> },
          {
            key: 'relationship',
            header: t('one.relationship'),
            cell: ({ relationship }) => <div className="mapping-word">{t(`common:relationship.${relationship}`)}</div>,
          },
          {
            key: 'covers',
            header: t('one.covers'),
            cell: ({ covers, asksMore }) => (
              <>
                {t('one.elementNumbers', { numbers: covers.join(', '), count: covers.length })}{' '}
                {asksMore && t('one.andMore')}
              </>
            ),
          },
          {
            key: 'why',
            header: '',
            cell: ({ id, control }) => (
              <UnstyledButton
                className="unfold"
                fz="sm"
                mih={24}
                aria-expanded={open.includes(id)}
                aria-label={t('one.whyOf', { control: control.controlId })}
                onClick={() => toggle(id)}
              >
                <UnfoldSign isOpen={open.includes(id)} />
                {t('one.rationale')}
              </UnstyledButton>
            ),
          },
        ]}
      />
    </section>
  );
}

/** Why a control is mapped, and by how many published crosswalks too. */
function Why({ mapping: { rationale, corroborations } }: { mapping: Mapping }) {
  const { t } = useTranslation('mapping');
  return (
    <div className="mapping-why">
      <Text>{rationale}</Text>
      {corroborations > 0 && (
        <Text size="xs" c="dimmed">
          {t('one.crosswalks', { count: corroborations })}
        </Text>
      )}
    </div>
  );
}
