import { Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IntegrationKindsQuery } from './integrations.gql';

interface PermissionDocumentsProps {
  documents: IntegrationKindsQuery['integrationKinds'][number]['permissions'];
}

/** Least privileges that an administrator has to grant, to copy. */
export function PermissionDocuments({ documents }: PermissionDocumentsProps) {
  const { t } = useTranslation(['integrations', 'common']);
  if (documents.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={3}>{t('permissions.title')}</Title>
      <Text c="dimmed">{t('permissions.hint')}</Text>
      {documents.map(({ title, format, text }) => (
        <Stack key={title} gap="xs">
          <Group justify="space-between" gap="sm">
            <Text fw={500}>
              {title}{' '}
              <Text span size="xs" c="dimmed">
                {format}
              </Text>
            </Text>
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" onClick={copy} aria-label={t('permissions.copy', { title })}>
                  {copied ? t('common:action.copied') : t('common:action.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Code block tabIndex={0} role="region" aria-label={title} mah={132} style={{ overflow: 'auto' }}>
            {text}
          </Code>
        </Stack>
      ))}
    </Stack>
  );
}
