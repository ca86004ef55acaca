import '../../parts/table.css';
import { Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ControlStatus } from '../../parts/status';
import { useShell } from '../../api/shell-data';
import { ControlLink } from '../../parts/control-link';
import type { UniversalControlQuery } from './universal-control.gql';

type Mapping = UniversalControlQuery['universalControl']['mappings'][number];

/** Controls of each active framework that are mapped to a universal control, with relationship and rationale. */
export function MappedControls({ mappings }: { mappings: readonly Mapping[] }) {
  const { t } = useTranslation('mapping');
  const { frameworks } = useShell();
  return (
    <section>
      <Title order={2}>{t('one.mappings')}</Title>
      <Text c="dimmed" mb="sm">
        {t('one.mappingsHint')}
      </Text>
      <div role="region" aria-label={t('one.mappings')} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Table className="table" verticalSpacing={8} horizontalSpacing={8} aria-label={t('one.mappings')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th miw={240}>{t('one.control')}</Table.Th>
              <Table.Th>{t('one.status')}</Table.Th>
              <Table.Th>{t('one.relationship')}</Table.Th>
              <Table.Th miw={152}>{t('one.covers')}</Table.Th>
              <Table.Th>{t('one.rationale')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {frameworks.map(({ id, name }) => (
            <FrameworkRows
              key={id}
              name={name}
              mappings={mappings.filter(({ control }) => control.framework.id === id)}
            />
          ))}
        </Table>
      </div>
    </section>
  );
}

function FrameworkRows({ name, mappings }: { name: string; mappings: readonly Mapping[] }) {
  const { t } = useTranslation(['mapping', 'common']);
  if (mappings.length === 0) return null;
  return (
    <Table.Tbody>
      <Table.Tr className="mapping-domain-row">
        <Table.Th scope="rowgroup" colSpan={5}>
          {name}
        </Table.Th>
      </Table.Tr>
      {mappings.map(({ id, control, relationship, covers, asksMore, rationale, corroborations }) => (
        <Table.Tr key={id}>
          <Table.Td data-part="name">
            <ControlLink control={control} framework={control.framework.slug} />
          </Table.Td>
          <Table.Td data-part="status">
            <ControlStatus control={control} />
          </Table.Td>
          <Table.Td data-header={t('one.relationship')} style={{ whiteSpace: 'nowrap' }}>
            <div className="mapping-word">{t(`common:relationship.${relationship}`)}</div>
          </Table.Td>
          <Table.Td data-header={t('one.covers')}>
            <div>
              {t('one.elementNumbers', { numbers: covers.join(', '), count: covers.length })}
              {asksMore && (
                <Text size="xs" c="dimmed">
                  {t('one.andMore')}
                </Text>
              )}
            </div>
          </Table.Td>
          <Table.Td data-header={t('one.rationale')} className="mapping-why">
            <details>
              <summary>{t('one.whyOf', { control: control.controlId })}</summary>
              <Text c="dimmed">{rationale}</Text>
              {corroborations > 0 && (
                <Text size="xs" c="dimmed">
                  {t('one.crosswalks', { count: corroborations })}
                </Text>
              )}
            </details>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
