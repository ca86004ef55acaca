import { Box, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import { commandOf, OPERATOR_TASKS } from './leaving.rules';

interface LeavingProps {
  tenantId: string;
  name: string;
}

/** How all data of the organization is exported or deleted: by a command of the operator, for which the interface has no operation. */
export function Leaving(organization: LeavingProps) {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('leaving.explanation')}</Text>
      <Box className="danger">
        {OPERATOR_TASKS.map((task) => (
          <Stack key={task} gap="xs">
            <Title order={3}>{t(`leaving.${task}.title`)}</Title>
            <Text>{t(`leaving.${task}.explanation`)}</Text>
            <Copyable label={t(`leaving.${task}.command`)} text={commandOf(task, organization)} />
          </Stack>
        ))}
      </Box>
    </Stack>
  );
}
