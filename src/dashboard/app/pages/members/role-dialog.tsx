import { useMutation } from '@apollo/client/react';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog';
import { ChangeRoleDocument, type MembersQuery } from './members.gql';
import { RoleChoice } from './role-choice';

interface RoleDialogProps {
  member: Pick<MembersQuery['members'][number], 'id' | 'name' | 'role'>;
  onChanged: () => void;
  onClose: () => void;
}

/** Dialog that changes a member's role; refused for the last administrator. */
export function RoleDialog({ member: { id, name, role: before }, onChanged, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['members', 'common']);
  const [role, setRole] = useState(before);
  const [change, { loading, error }] = useMutation(ChangeRoleDocument);
  async function submit() {
    try {
      await change({ variables: { input: { userId: id, role } } });
    } catch {
      // The dialog shows it.
      return;
    }
    notifications.show({ message: t('role.done', { name, role: t(`common:role.${role}`) }) });
    onChanged();
    onClose();
  }
  return (
    <FormDialog
      title={t('role.open', { name })}
      action={t('common:action.save')}
      isBusy={loading}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}
