import { Alert, Code, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Described } from './answered';

interface RefusalProps {
  failure: Described | null;
  /** Names of the fields that show what is wrong with them by themselves. */
  fields?: readonly string[];
}

/** What the service refused in a dialog: all that stands at no field. */
export function Refusal({ failure, fields = [] }: RefusalProps) {
  const { t } = useTranslation('common');
  if (!failure) return null;
  const elsewhere = failure.details.filter(({ field }) => !field.split('/').some((part) => fields.includes(part)));
  if (failure.details.length > 0 && elsewhere.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" role="alert">
      <Stack gap="xs">
        <Text>{failure.message}</Text>
        {elsewhere.length > 0 && (
          <List>
            {elsewhere.map(({ field, message }) => (
              <List.Item key={field + message}>
                {field !== '' && <Code>{field}</Code>} {message}
              </List.Item>
            ))}
          </List>
        )}
        {failure.requestId !== null && (
          <Text size="xs">
            {t('state.request')} <Code>{failure.requestId}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
