import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES } from '../../parts/roles';
import type { Role } from './members.gql';

/** Radio group of the roles with a description of their permissions. */
export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <Radio.Group
      label={t('column.role')}
      value={role}
      onChange={(value) => onChange(ROLES.find((each) => each === value) ?? role)}
    >
      <Stack gap="sm" mt="xs">
        {ROLES.map((each) => (
          <Radio key={each} value={each} label={t(`common:role.${each}`)} description={t(`role.may.${each}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
