import { useMutation } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { RowMenu } from '../../parts/row-actions';
import { StateWord } from '../../parts/state-word';
import { useMay } from '../../api/shell-data';
import { InvitedDialog } from './invite-dialog';
import { InviteMemberDocument, RevokeInvitationDocument } from './members.gql';
import type { InviteMemberMutation, MembersQuery } from './members.gql';

type Invitation = NonNullable<MembersQuery['invitations']>[number];

export interface InvitationEvents {
  onRenewed: (invitationId: string, link: string | null) => void;
  onRevoked: () => void;
}

interface InvitationNameProps {
  invitation: Invitation;
  members: readonly MembersQuery['members'][number][];
}

/** Address that is invited, by whom and when, and when the link ends. */
export function InvitationName({ invitation, members }: InvitationNameProps) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const { email, status, invitedBy, createdAt, renewedAt, expiresAt } = invitation;
  const name = members.find(({ id }) => id === invitedBy)?.name ?? t('invitations.operator');
  return (
    <>
      <Text fw={500}>{email}</Text>
      <Text size="xs" c="dimmed">
        {t('invitations.sent', { moment: format.dateTime(renewedAt ?? createdAt), name })}
      </Text>
      {status === 'pending' && (
        <Text size="xs" c="dimmed" title={format.dateTime(expiresAt)}>
          {t('invitations.expires', { when: format.relative(expiresAt) })}
        </Text>
      )}
    </>
  );
}

/** State of an invitation. */
export function InvitationState({ invitation: { status } }: { invitation: Invitation }) {
  const { t } = useTranslation('members');
  return <StateWord tone={status === 'pending' ? 'waiting' : 'ended'} word={t(`invitations.state.${status}`)} />;
}

interface InvitationActionsProps extends InvitationEvents {
  invitation: Invitation;
  link: string | null;
}

/** Menu of what can be done with an invitation. */
export function InvitationActions({ invitation, link, ...on }: InvitationActionsProps) {
  const { t } = useTranslation('members');
  const may = useMay();
  const [isRevoking, setRevoking] = useState(false);
  const { id, email, status } = invitation;
  const { resend, renewed, close } = useResend(invitation, on.onRenewed);
  const [revoke] = useMutation(RevokeInvitationDocument);
  const isPending = status === 'pending';
  async function copy(text: string) {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: t('invited.copied') });
  }
  async function take() {
    await revoke({ variables: { input: { invitationId: id } } });
    notifications.show({ message: t('revoke.done', { email }) });
    on.onRevoked();
  }
  const actions = [
    ...(link !== null && isPending ? [{ key: 'copy', word: t('invited.copy'), run: () => void copy(link) }] : []),
    ...(may('inviteMember') ? [{ key: 'resend', word: t('resend.action'), run: () => void resend() }] : []),
    ...(may('revokeInvitation') && isPending
      ? [{ key: 'revoke', word: t('revoke.action'), run: () => setRevoking(true) }]
      : []),
  ];
  return (
    <>
      {actions.length > 0 && <RowMenu label={t('more', { name: email })} actions={actions} size={28} />}
      <ConfirmationDialog
        isDestructive
        action={t('revoke.action')}
        label={t('revoke.open', { email })}
        isOpen={isRevoking}
        onClose={() => setRevoking(false)}
        onConfirm={take}
      >
        {t('revoke.explanation')}
      </ConfirmationDialog>
      {renewed && <InvitedDialog invited={renewed} onClose={close} />}
    </>
  );
}

/** Sends an invitation again, with a new link. */
function useResend({ email, role }: Invitation, onRenewed: InvitationEvents['onRenewed']) {
  const [renewed, setRenewed] = useState<InviteMemberMutation['inviteMember']['invitation'] | null>(null);
  const [invite] = useMutation(InviteMemberDocument);
  async function resend() {
    try {
      const { data } = await invite({ variables: { input: { email, role } } });
      if (!data) return;
      const { invitation } = data.inviteMember;
      setRenewed(invitation);
      onRenewed(invitation.id, invitation.inviteUrl);
    } catch (err) {
      notifyRefusal(err);
    }
  }
  return { resend, renewed, close: () => setRenewed(null) };
}
