import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { membersSearch, SHOWN_MEMBERS } from './members-search';

/** Filters of the list of members, in the address. */
export function MemberFilters() {
  const { t } = useTranslation('members');
  const search = useSearch({ from: '/frame/members' });
  const navigate = useNavigate();
  const may = useMay();
  const filter = (changed: Record<'q' | 'show', string>) =>
    void navigate({ to: '/members', search: membersSearch(changed), replace: true, resetScroll: false });
  const { q = '', show = '' } = search;
  return (
    <Group gap="sm" role="search" aria-label={t('filter.label')}>
      <TextInput
        aria-label={t('filter.name')}
        placeholder={t('filter.name')}
        w={280}
        maw="100%"
        value={q}
        onChange={({ currentTarget: { value } }) => filter({ q: value, show })}
      />
      <NativeSelect
        aria-label={t('column.status')}
        value={show}
        onChange={({ currentTarget: { value } }) => filter({ q, show: value })}
        data={[
          { value: '', label: t('filter.all') },
          ...SHOWN_MEMBERS.filter((value) => value !== 'invited' || may('invitations')).map((value) => ({
            value,
            label: t(`filter.${value}`),
          })),
        ]}
      />
    </Group>
  );
}
