import { Alert, Code, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from './described';

interface RefusalProps {
  /** Error of a mutation or a request; undefined for none. */
  error: unknown;
  /** Names of the fields that show their errors themselves. */
  fields?: readonly string[];
}

/** Error message of the service, with the details that no field shows. */
export function Refusal({ error, fields = [] }: RefusalProps) {
  const { t } = useTranslation('common');
  if (error === undefined) return null;
  const { message, requestId, details } = described(error);
  const others = details.filter(({ field }) => !fields.some((name) => isOf(field, name)));
  if (details.length > 0 && others.length === 0) return null;
  return (
    <Refused>
      <Stack gap="xs">
        <Text>{message}</Text>
        {others.length > 0 && (
          <List>
            {others.map((each) => (
              <List.Item key={each.field + each.message}>
                {each.field !== '' && <Code>{each.field}</Code>} {each.message}
              </List.Item>
            ))}
          </List>
        )}
        {requestId !== null && (
          <Text size="xs">
            {t('state.request')} <Code>{requestId}</Code>
          </Text>
        )}
      </Stack>
    </Refused>
  );
}

/** Frame of an error message, for a text of the page. */
export function Refused({ children }: { children: ReactNode }) {
  return (
    <Alert color="orange" variant="outline" role="alert">
      {children}
    </Alert>
  );
}

/**
 * Error of a field; undefined for none.
 * @param error like the property of `Refusal`
 * @param name in GraphQL: `retentionDays`
 */
export function problemOf(error: unknown, name: string): string | undefined {
  if (error === undefined) return undefined;
  return described(error).details.find(({ field }) => isOf(field, name))?.message;
}

/**
 * Whether a JSON pointer is that of the field or inside it: `/settings/retentionDays` of GraphQL,
 * `/expires_at` of REST, `/config/regions/0`.
 */
function isOf(pointer: string, name: string): boolean {
  return pointer.split('/').some((part) => camelCase(part) === camelCase(name));
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
