import { useMutation } from '@apollo/client/react';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { StateWord } from '../../parts/state-word';
import { useMay } from '../../api/shell-data';
import { InvitedDialog } from './invite-dialog';
import { InviteMemberDocument, RevokeInvitationDocument } from './members.gql';
import type { InviteMemberMutation, MembersQuery } from './members.gql';

type Invitation = NonNullable<MembersQuery['invitations']>[number];

interface InvitationTableProps {
  invitations: readonly Invitation[];
  members: MembersQuery['members'];
  /** Known links by the id of their invitation. */
  links: ReadonlyMap<string, string>;
  onRenewed: (invitationId: string, link: string | null) => void;
  onRevoked: () => void;
}

/** Table of pending and expired invitations. */
export function InvitationTable({ invitations, members, links, onRenewed, onRevoked }: InvitationTableProps) {
  const { t } = useTranslation(['members', 'common']);
  const format = useFormat();
  const nameOf = (id: string | null) => members.find((member) => member.id === id)?.name ?? t('invitations.operator');
  const columns: Column<Invitation>[] = [
    { key: 'email', header: t('column.email'), cell: ({ email }) => email },
    { key: 'role', header: t('column.role'), cell: ({ role }) => t(`common:role.${role}`) },
    { key: 'status', header: t('column.status'), cell: ({ status }) => <InvitationState status={status} /> },
    {
      key: 'sent',
      header: t('column.sent'),
      cell: ({ invitedBy, createdAt, renewedAt }) =>
        t('invitations.sent', { moment: format.dateTime(renewedAt ?? createdAt), name: nameOf(invitedBy) }),
    },
    {
      key: 'expires',
      header: t('column.expires'),
      cell: ({ expiresAt }) => <span title={format.dateTime(expiresAt)}>{format.relative(expiresAt)}</span>,
    },
    {
      key: 'actions',
      header: '',
      align: 'right' as const,
      cell: (invitation) => (
        <InvitationActions
          invitation={invitation}
          link={links.get(invitation.id) ?? null}
          onRenewed={onRenewed}
          onRevoked={onRevoked}
        />
      ),
    },
  ];
  return <DataTable label={t('invitations.title')} columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}

function InvitationState({ status }: Pick<Invitation, 'status'>) {
  const { t } = useTranslation('members');
  return <StateWord tone={status === 'pending' ? 'waiting' : 'ended'} word={t(`invitations.state.${status}`)} />;
}

interface InvitationActionsProps extends Pick<InvitationTableProps, 'onRenewed' | 'onRevoked'> {
  invitation: Invitation;
  link: string | null;
}

function InvitationActions({ invitation: { id, email, role, status }, link, ...on }: InvitationActionsProps) {
  const { t } = useTranslation('members');
  const may = useMay();
  const [renewed, setRenewed] = useState<InviteMemberMutation['inviteMember']['invitation'] | null>(null);
  const [invite, { loading }] = useMutation(InviteMemberDocument);
  const [revoke] = useMutation(RevokeInvitationDocument);
  async function resend() {
    try {
      const { data } = await invite({ variables: { input: { email, role } } });
      if (!data) return;
      const { invitation } = data.inviteMember;
      setRenewed(invitation);
      on.onRenewed(invitation.id, invitation.inviteUrl);
    } catch (err) {
      notifyRefusal(err);
    }
  }
  async function copy(text: string) {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: t('invited.copied') });
  }
  async function take() {
    await revoke({ variables: { input: { invitationId: id } } });
    notifications.show({ message: t('revoke.done', { email }) });
    on.onRevoked();
  }
  return (
    <Group gap="xs">
      {link !== null && status === 'pending' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void copy(link)}
          aria-label={t('invited.copyOf', { email })}
        >
          {t('invited.copy')}
        </Button>
      )}
      {may('inviteMember') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={loading}
          onClick={() => void resend()}
          aria-label={t('resend.of', { email })}
        >
          {t('resend.action')}
        </Button>
      )}
      {may('revokeInvitation') && status === 'pending' && (
        <ConfirmedAction
          action={t('revoke.action')}
          label={t('revoke.open', { email })}
          size="compact-sm"
          onConfirm={take}
        >
          {t('revoke.explanation')}
        </ConfirmedAction>
      )}
      {renewed && <InvitedDialog invited={renewed} onClose={() => setRenewed(null)} />}
    </Group>
  );
}
