import { Alert, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { described } from './answered';

/**
 * What the service says is wrong with a field of a form; null where it says nothing of it.
 * @param error of the mutation; undefined before it was refused
 * @param name the last part of the field's pointer, as GraphQL spells it: `retentionDays` of `/settings/retention_days`
 */
export function problemOf(error: unknown, name: string): string | null {
  if (error === undefined) return null;
  return described(error).details.find(({ field }) => nameOf(field) === name)?.message ?? null;
}

/** A refusal that no field of the form shows by itself. */
export function RefusedForm({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  const { t } = useTranslation('common');
  if (error === undefined) return null;
  const { message, requestId, details } = described(error);
  const others = details.filter(({ field }) => !fields.includes(nameOf(field)));
  if (details.length > 0 && others.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" role="alert">
      <Stack gap="xs">
        <Text>{[message, ...others.map((each) => each.message)].join(': ')}</Text>
        {requestId !== null && (
          <Text size="xs">
            {t('state.request')} <Code>{requestId}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

/** The service names fields of either door as REST spells them. */
function nameOf(pointer: string): string {
  const last = pointer.split('/').at(-1) ?? '';
  return last.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
