import '../../parts/row-actions.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../parts/ago';
import { DataTable, type Column } from '../../parts/data-table';
import { StateWord } from '../../parts/state-word';
import { useMay } from '../../api/shell-data';
import { InvitationActions, InvitationName, InvitationState, type InvitationEvents } from './invitation-row';
import { MemberActions } from './member-actions';
import { MemberName } from './member-name';
import type { MembersQuery } from './members.gql';
import { RoleDialog } from './role-dialog';

type Member = MembersQuery['members'][number];
type Invitation = NonNullable<MembersQuery['invitations']>[number];

/** Somebody who is a member, or who is invited. */
type Row = { member: Member } | { invitation: Invitation };

interface MemberTableProps extends InvitationEvents {
  /** Those who are shown. */
  members: readonly Member[];
  invitations: readonly Invitation[];
  /** All members, shown or not. */
  everybody: readonly Member[];
  /** Known links by the id of their invitation. */
  links: ReadonlyMap<string, string>;
  /** Whether a warning says above the table that nobody has a second factor. */
  isWarned: boolean;
  /** Whether groups of an identity provider decide the roles of the members that it manages. */
  areRolesManaged: boolean;
  onChanged: () => void;
}

/** Table of members, then of those who are invited, with a menu of what an admin can do with each. */
export function MemberTable(props: MemberTableProps) {
  const { members, invitations, everybody, areRolesManaged, onChanged } = props;
  const { t } = useTranslation(['members', 'common']);
  const may = useMay();
  const [changed, setChanged] = useState<Member | null>(null);
  const columns = useColumns(everybody, props.isWarned);
  const hasActions = ADMIN_ACTIONS.some((action) => may(action));
  const admins = everybody.filter(({ role }) => role === 'admin').length;
  const actions: Column<Row> = {
    key: 'actions',
    header: '',
    align: 'right',
    cell: (row) =>
      'member' in row ? (
        <MemberActions
          member={row.member}
          isOnlyAdmin={row.member.role === 'admin' && admins === 1}
          isRoleManaged={areRolesManaged && row.member.managedBy !== null}
          onRole={() => setChanged(row.member)}
          onChanged={onChanged}
        />
      ) : (
        <InvitationActions {...props} invitation={row.invitation} link={props.links.get(row.invitation.id) ?? null} />
      ),
  };
  return (
    <>
      <DataTable
        label={t('common:nav.members')}
        columns={hasActions ? [...columns, actions] : columns}
        rows={[...members.map((member) => ({ member })), ...invitations.map((invitation) => ({ invitation }))]}
        rowKey={(row) => ('member' in row ? row.member.id : row.invitation.id)}
      />
      {changed && <RoleDialog member={changed} onChanged={onChanged} onClose={() => setChanged(null)} />}
    </>
  );
}

const ADMIN_ACTIONS = ['updateMember', 'removeMember', 'resetMemberMfa', 'inviteMember', 'revokeInvitation'] as const;

/** Columns of the table. */
function useColumns(members: readonly Member[], isWarned: boolean): readonly Column<Row>[] {
  const { t } = useTranslation(['members', 'common']);
  const status: Column<Row> = {
    key: 'status',
    header: t('column.status'),
    cell: (row) =>
      'invitation' in row ? (
        <InvitationState invitation={row.invitation} />
      ) : (
        <StateWord tone="good" word={t('active')} />
      ),
  };
  return [
    {
      key: 'name',
      header: t('column.name'),
      cell: (row) =>
        'member' in row ? (
          <MemberName member={row.member} />
        ) : (
          <InvitationName invitation={row.invitation} members={members} />
        ),
    },
    {
      key: 'role',
      header: t('column.role'),
      cell: (row) => t(`common:role.${('member' in row ? row.member : row.invitation).role}`),
    },
    status,
    {
      key: 'mfa',
      header: t('column.mfa'),
      cell: (row) => 'member' in row && <SecondFactor member={row.member} isWarned={isWarned} />,
    },
    {
      key: 'lastLogin',
      header: t('column.lastLogin'),
      cell: (row) =>
        'member' in row && (row.member.lastLogin === null ? t('never') : <Ago at={row.member.lastLogin} />),
    },
  ];
}

/** Whether a member logs in with more than a password; marked where that is not said of all already. */
function SecondFactor({ member: { mfaEnabled, passkeyCount }, isWarned }: { member: Member; isWarned: boolean }) {
  const { t } = useTranslation('members');
  if (mfaEnabled) return <StateWord tone="good" word={t('on')} />;
  if (passkeyCount > 0) return <StateWord tone="good" word={t('passkey')} />;
  return <StateWord tone={isWarned ? 'ended' : 'warning'} word={t('off')} />;
}
