import '../../parts/row-actions.css';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StateWord } from '../../parts/state-word';
import { useMay, useShell } from '../../api/shell-data';
import { MemberActions } from './member-actions';
import type { MembersQuery } from './members.gql';
import { RoleDialog } from './role-dialog';

type Member = MembersQuery['members'][number];

interface MemberTableProps {
  members: readonly Member[];
  /** Whether groups of an identity provider decide the roles of the members that it manages. */
  areRolesManaged: boolean;
  onChanged: () => void;
}

/** Table of members, with actions for admins: role, one-time codes, passkeys, sessions, removal. */
export function MemberTable({ members, areRolesManaged, onChanged }: MemberTableProps) {
  const { t } = useTranslation(['members', 'common']);
  const may = useMay();
  const { me } = useShell();
  const format = useFormat();
  const [changed, setChanged] = useState<Member | null>(null);
  const hasActions = may('updateMember') || may('removeMember') || may('resetMemberMfa');
  const admins = members.filter(({ role }) => role === 'admin').length;
  const columns: Column<Member>[] = [
    {
      key: 'name',
      header: t('column.name'),
      cell: ({ id, name, email, managedBy }) => (
        <>
          <Text fw={500}>{id === me.id ? t('you', { name }) : name}</Text>
          <Text size="xs" c="dimmed">
            {email}
          </Text>
          {managedBy && (
            <Text size="xs" c="dimmed">
              {t('managed.by', { name: managedBy.name, kind: t(`managed.${managedBy.kind}`) })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'role', header: t('column.role'), cell: ({ role }) => t(`common:role.${role}`) },
    {
      key: 'mfa',
      header: t('column.mfa'),
      cell: ({ mfaEnabled }) => <StateWord tone={mfaEnabled ? 'good' : 'ended'} word={t(mfaEnabled ? 'on' : 'off')} />,
    },
    {
      key: 'lastLogin',
      header: t('column.lastLogin'),
      cell: ({ lastLogin }) => (lastLogin === null ? <Text c="dimmed">{t('never')}</Text> : format.dateTime(lastLogin)),
    },
    ...(hasActions
      ? [
          {
            key: 'actions',
            header: '',
            align: 'right' as const,
            cell: (member: Member) => (
              <MemberActions
                member={member}
                isOnlyAdmin={member.role === 'admin' && admins === 1}
                isRoleManaged={areRolesManaged && member.managedBy !== null}
                onRole={() => setChanged(member)}
                onChanged={onChanged}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable label={t('common:nav.members')} columns={columns} rows={members} rowKey={({ id }) => id} />
      {changed && <RoleDialog member={changed} onChanged={onChanged} onClose={() => setChanged(null)} />}
    </>
  );
}
