import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import type { MembersQuery } from './members.gql';

interface MemberNameProps {
  member: MembersQuery['members'][number];
}

/** Name and e-mail of a member, and the identity provider that manages the account. */
export function MemberName({ member: { id, name, email, managedBy } }: MemberNameProps) {
  const { t } = useTranslation('members');
  const { me } = useShell();
  return (
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
  );
}
