import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Page of an unknown address. */
export function NotFound() {
  const { t } = useTranslation('common');
  return (
    <Stack component="main" p="xl" align="flex-start">
      <Text>{t('state.notFound')}</Text>
      <Anchor component={Link} to="/posture">
        {t('state.toPosture')}
      </Anchor>
    </Stack>
  );
}
