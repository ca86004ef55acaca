import { Alert, Code, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from './answered';

interface RefusalProps {
  /** What a mutation or a request threw; undefined while nothing was refused. */
  error: unknown;
  /** Names of the fields that show by themselves what is wrong with them. */
  fields?: readonly string[];
}

/** What the service refused: why, and all that is wrong with what no field shows by itself. */
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

/** The frame of a refusal, for one that is told in words of the page. */
export function Refused({ children }: { children: ReactNode }) {
  return (
    <Alert color="orange" variant="outline" role="alert">
      {children}
    </Alert>
  );
}

/** Tells of a refusal where there is no form to show it in. */
export function notifyRefusal(error: unknown): void {
  notifications.show({ color: 'orange', message: described(error).message });
}

/**
 * What the service says is wrong with a field; undefined where it says nothing of it.
 * @param error as `Refusal` takes it
 * @param name as GraphQL spells it: `retentionDays`
 */
export function problemOf(error: unknown, name: string): string | undefined {
  if (error === undefined) return undefined;
  return described(error).details.find(({ field }) => isOf(field, name))?.message;
}

/** Whether a pointer is to the field or into it: `/settings/retention_days`, `/config/regions/0`. Both doors spell it as REST does. */
function isOf(pointer: string, name: string): boolean {
  return pointer.split('/').some((part) => camelCase(part) === camelCase(name));
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
