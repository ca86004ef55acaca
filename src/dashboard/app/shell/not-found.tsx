import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../parts/text-link';

/** Page of an unknown address, in the frame: a login comes first, since nobody without one learns which addresses exist. */
export function NotFound() {
  const { t } = useTranslation('common');
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={1}>{t('state.notFound')}</Title>
      <Text>{t('state.notFoundWhy')}</Text>
      <TextLink to="/posture">{t('state.toPosture')}</TextLink>
    </Stack>
  );
}
