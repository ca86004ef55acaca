import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import { VERIFICATION } from './webhooks.rules';

/** Instructions for receivers to verify a signature. */
export function Verification() {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="sm" maw={880}>
      <Title order={2}>{t('verify.title')}</Title>
      <Text>{t('verify.explanation')}</Text>
      <Copyable label={t('verify.code')} text={VERIFICATION} />
      <Text>
        {t('verify.standard')} {/* A page of its own, outside of this router. */}
        <Anchor href="/docs">{t('verify.reference')}</Anchor>
      </Text>
    </Stack>
  );
}
