import { useMutation } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StateWord } from '../../parts/state-word';
import { useMay, useShell } from '../../api/shell-data';
import { useSignOut } from '../../shell/use-sign-out';
import {
  EndMemberSessionsDocument,
  RemoveMemberDocument,
  ResetMemberMfaDocument,
  ResetMemberPasskeysDocument,
  type MembersQuery,
} from './members.gql';
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
      cell: ({ lastLogin }) => (lastLogin === null ? t('never') : format.dateTime(lastLogin)),
    },
    ...(hasActions
      ? [
          {
            key: 'actions',
            header: t('column.actions'),
            cell: (member: Member) => (
              <MemberActions
                member={member}
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

interface MemberActionsProps {
  member: Member;
  isRoleManaged: boolean;
  onRole: () => void;
  onChanged: () => void;
}

function MemberActions({ member, isRoleManaged, onRole, onChanged }: MemberActionsProps) {
  const { t } = useTranslation('members');
  const may = useMay();
  const { me } = useShell();
  const signOut = useSignOut();
  const [remove] = useMutation(RemoveMemberDocument);
  const [reset] = useMutation(ResetMemberMfaDocument);
  const [resetPasskeys] = useMutation(ResetMemberPasskeysDocument);
  const [endSessions] = useMutation(EndMemberSessionsDocument);
  const { id, name, mfaEnabled, passkeyCount, managedBy } = member;
  const isMe = id === me.id;

  async function removeMember() {
    await remove({ variables: { input: { userId: id } } });
    notifications.show({ message: t('remove.done', { name }) });
    if (isMe) await signOut();
    else onChanged();
  }
  async function resetMfa() {
    await reset({ variables: { input: { userId: id } } });
    notifications.show({ message: t('reset.done', { name }) });
    onChanged();
  }
  async function removePasskeys() {
    await resetPasskeys({ variables: { input: { userId: id } } });
    notifications.show({ message: t('passkeys.done', { name }) });
    onChanged();
  }
  async function endAll() {
    const { data } = await endSessions({ variables: { input: { userId: id } } });
    notifications.show({ message: t('sessions.done', { name, count: data?.endMemberSessions.ended ?? 0 }) });
  }
  return (
    <Group gap="xs">
      {may('updateMember') && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onRole}
          aria-label={t('role.open', { name })}
          disabled={isRoleManaged}
          title={isRoleManaged ? t('managed.role', { name: managedBy?.name ?? '' }) : undefined}
        >
          {t('role.action')}
        </Button>
      )}
      {/* One's own codes are a matter of one's own account. */}
      {may('resetMemberMfa') && mfaEnabled && !isMe && (
        <ConfirmedAction
          action={t('reset.action')}
          label={t('reset.open', { name })}
          size="compact-sm"
          onConfirm={resetMfa}
        >
          {t('reset.explanation', { name })}
        </ConfirmedAction>
      )}
      {may('resetMemberPasskeys') && passkeyCount > 0 && !isMe && (
        <ConfirmedAction
          action={t('passkeys.action')}
          label={t('passkeys.open', { name })}
          size="compact-sm"
          onConfirm={removePasskeys}
        >
          {t('passkeys.explanation', { name })}
        </ConfirmedAction>
      )}
      {/* One's own are on the page of one's own account. */}
      {may('endMemberSessions') && !isMe && (
        <ConfirmedAction
          action={t('sessions.action')}
          label={t('sessions.open', { name })}
          size="compact-sm"
          onConfirm={endAll}
        >
          {t('sessions.explanation', { name })}
        </ConfirmedAction>
      )}
      {may('removeMember') && (
        <ConfirmedAction
          action={t('remove.action')}
          label={t('remove.open', { name })}
          size="compact-sm"
          onConfirm={removeMember}
        >
          {t(isMe ? 'remove.yourself' : 'remove.explanation', { name })}
        </ConfirmedAction>
      )}
    </Group>
  );
}
