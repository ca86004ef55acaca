import { useMutation } from '@apollo/client/react';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { RowMenu } from '../../parts/row-actions';
import { useMay, useShell } from '../../api/shell-data';
import { useSignOut } from '../../shell/use-sign-out';
import {
  EndMemberSessionsDocument,
  RemoveMemberDocument,
  ResetMemberMfaDocument,
  ResetMemberPasskeysDocument,
  type MembersQuery,
} from './members.gql';

type Member = MembersQuery['members'][number];
type Kind = 'reset' | 'passkeys' | 'sessions' | 'remove';

interface MemberActionsProps {
  member: Member;
  /** Whether nobody else is an administrator: then they can neither be removed nor get another role. */
  isOnlyAdmin: boolean;
  isRoleManaged: boolean;
  onRole: () => void;
  onChanged: () => void;
}

/** Menu of what an admin can do with a member: another role, and the rest with a question. */
export function MemberActions({ member, isOnlyAdmin, isRoleManaged, onRole, onChanged }: MemberActionsProps) {
  const { t } = useTranslation('members');
  const may = useMay();
  const [asked, setAsked] = useState<Kind | null>(null);
  const [isOpen, setOpen] = useState(false);
  const run = useMemberActions(member, onChanged);
  const { name, managedBy } = member;
  const kinds = useKinds(member);
  const role = {
    key: 'role',
    word: t('role.action'),
    barrier: isRoleManaged ? t('managed.role', { name: managedBy?.name ?? '' }) : undefined,
    run: onRole,
  };
  const others = kinds.map((kind) => ({
    key: kind,
    word: t(`${kind}.action`),
    barrier: kind === 'remove' && isOnlyAdmin ? t('remove.onlyAdmin') : undefined,
    run: () => {
      setAsked(kind);
      setOpen(true);
    },
  }));
  const actions = may('updateMember') ? [role, ...others] : others;
  return (
    <>
      {actions.length > 0 && <RowMenu label={t('more', { name })} actions={actions} size={28} />}
      {asked !== null && (
        <ConfirmationDialog
          isDestructive
          action={t(`${asked}.action`)}
          label={t(`${asked}.open`, { name })}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onConfirm={run[asked]}
        >
          <Consequence kind={asked} member={member} />
        </ConfirmationDialog>
      )}
    </>
  );
}

function Consequence({ kind, member: { id, name } }: { kind: Kind; member: Member }) {
  const { t } = useTranslation('members');
  const { me } = useShell();
  return kind === 'remove' && id === me.id ? t('remove.yourself') : t(`${kind}.explanation`, { name });
}

/** What the menu has: one's own codes, passkeys and sessions are a matter of one's own account. */
function useKinds({ id, mfaEnabled, passkeyCount }: Member): readonly Kind[] {
  const may = useMay();
  const { me } = useShell();
  const isOther = id !== me.id;
  const offered: Record<Kind, boolean> = {
    reset: isOther && mfaEnabled && may('resetMemberMfa'),
    passkeys: isOther && passkeyCount > 0 && may('resetMemberPasskeys'),
    sessions: isOther && may('endMemberSessions'),
    remove: may('removeMember'),
  };
  return (['reset', 'passkeys', 'sessions', 'remove'] as const).filter((kind) => offered[kind]);
}

function useMemberActions({ id, name }: Member, onChanged: () => void): Record<Kind, () => Promise<void>> {
  const { t } = useTranslation('members');
  const { me } = useShell();
  const signOut = useSignOut();
  const [remove] = useMutation(RemoveMemberDocument);
  const [reset] = useMutation(ResetMemberMfaDocument);
  const [resetPasskeys] = useMutation(ResetMemberPasskeysDocument);
  const [endSessions] = useMutation(EndMemberSessionsDocument);
  const variables = { input: { userId: id } };
  return {
    reset: async () => {
      await reset({ variables });
      notifications.show({ message: t('reset.done', { name }) });
      onChanged();
    },
    passkeys: async () => {
      await resetPasskeys({ variables });
      notifications.show({ message: t('passkeys.done', { name }) });
      onChanged();
    },
    sessions: async () => {
      const { data } = await endSessions({ variables });
      notifications.show({ message: t('sessions.done', { name, count: data?.endMemberSessions.ended ?? 0 }) });
    },
    remove: async () => {
      await remove({ variables });
      notifications.show({ message: t('remove.done', { name }) });
      if (id === me.id) await signOut();
      else onChanged();
    },
  };
}
