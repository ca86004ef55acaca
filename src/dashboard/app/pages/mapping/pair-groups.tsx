import '../../parts/table.css';
import { Button, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { ControlStatus } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { ControlLink } from '../../parts/control-link';
import { CoverBadge } from './cover-badge';
import type { MappingPairQuery } from './pair.gql';
import type { Ends } from './pair.page';
import type { PairGroup } from './pair.rules';

type Control = MappingPairQuery['from'][number];
type Group = PairGroup<Control, Control>;

/** Universal controls of a pair with the mapped controls of both sides. */
export function PairGroups({ groups, ends }: { groups: readonly Group[]; ends: Ends }) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate({ from: '/mapping/$from/$to' });
  const { from, to } = ends;
  if (groups.length === 0) {
    return (
      <Empty
        action={
          <Button variant="default" onClick={() => void navigate({ search: {}, resetScroll: false })}>
            {t('pair.reset')}
          </Button>
        }
      >
        {t('pair.nothing', { to: to.name })}
      </Empty>
    );
  }
  return (
    <div role="region" aria-label={t('pair.groups')} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table className="table" verticalSpacing={8} horizontalSpacing={8} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="24%">{t('pair.universalControl')}</Table.Th>
            <Table.Th>{from.name}</Table.Th>
            <Table.Th>{to.name}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <GroupRow key={group.universalControl.id} group={group} from={from} to={to} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Row of a universal control. Memoized: the page has hundreds. */
const GroupRow = memo(function GroupRow({ group, from, to }: { group: Group } & Ends) {
  const { t } = useTranslation(['mapping', 'common']);
  const { id, code, title, domain } = group.universalControl;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }}>
          {code}
        </TextLink>{' '}
        {title}
        <Text size="xs" c="dimmed">
          {domain.name}
        </Text>
      </Table.Th>
      <Table.Td data-header={from.name}>
        {group.from.length === 0 ? (
          <Text c="dimmed">{t('pair.none', { framework: from.name })}</Text>
        ) : (
          <ul className="mapping-lines">
            {group.from.map(({ control, relationship }) => (
              <li key={control.id}>
                <ControlLink control={control} framework={from.slug} />
                <div className="mapping-signs">
                  <ControlStatus control={control} />
                  <Relationship relationship={relationship} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Table.Td>
      <Table.Td data-header={to.name}>
        <ul className="mapping-lines">
          {group.to.map(({ control, relationship, cover }) => (
            <li key={control.id}>
              <ControlLink control={control} framework={to.slug} />
              <div className="mapping-signs">
                <CoverBadge cover={cover} />
                <ControlStatus control={control} />
                <Relationship relationship={relationship} />
              </div>
            </li>
          ))}
        </ul>
      </Table.Td>
    </Table.Tr>
  );
});

function Relationship({ relationship }: { relationship: 'equal' | 'subset' | 'superset' | 'intersects' }) {
  const { t } = useTranslation('common');
  return (
    <Text span size="xs" c="dimmed">
      {t(`relationship.${relationship}`)}
    </Text>
  );
}
