import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import { Dialog } from '../../parts/dialog';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { problemOf } from '../../parts/refusal';
import { InviteMemberDocument, type InviteMemberMutation, type Role } from './members.gql';
import { RoleChoice } from './role-choice';

type Invited = InviteMemberMutation['inviteMember']['invitation'];

interface InviteDialogProps {
  onInvited: (invitationId: string, link: string | null) => void;
  onClose: () => void;
}

/** Dialog that invites a user with a role, and then shows how the invitation is delivered. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const { t } = useTranslation('members');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [invited, setInvited] = useState<Invited | null>(null);
  const [invite, { loading, error }] = useMutation(InviteMemberDocument);
  async function submit() {
    try {
      const { data } = await invite({ variables: { input: { email, role } } });
      if (!data) return;
      const { invitation } = data.inviteMember;
      setInvited(invitation);
      onInvited(invitation.id, invitation.inviteUrl);
    } catch {
      // The dialog shows it.
    }
  }
  if (invited) return <InvitedDialog invited={invited} onClose={onClose} />;
  return (
    <FormDialog
      title={t('invite.title')}
      action={t('invite.action')}
      isBusy={loading}
      error={error}
      fields={['email']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t('invite.email')}
        type="email"
        required
        data-autofocus
        value={email}
        error={problemOf(error, 'email')}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}

/** Dialog after an invitation was created or renewed: its link, or its address. */
export function InvitedDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common']);
  const format = useFormat();
  const { email, expiresAt, inviteUrl } = invited;
  const values = { email, moment: format.dateTime(expiresAt) };
  return (
    <Dialog opened onClose={onClose} title={t('invited.title', { email })}>
      <Stack gap="md">
        <Text>{t(inviteUrl === null ? 'invited.mailed' : 'invited.byHand', values)}</Text>
        {inviteUrl !== null && <Copyable label={t('invited.link')} text={inviteUrl} />}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('common:action.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
