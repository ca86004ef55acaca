import { Alert, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RestError } from '../api/rest';

interface AnsweredProps<Data> {
  /** Result of `useQuery`. */
  result: { data?: Data | undefined; error?: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** Data of a query; a skeleton while it loads, and on failure an error with a retry button. */
export function Answered<Data>({ result: { data, error, refetch }, children }: AnsweredProps<Data>) {
  if (data !== undefined) {
    return (
      <>
        {error !== undefined && <Failure error={error} onRetry={refetch} />}
        {children(data)}
      </>
    );
  }
  return error === undefined ? <Waiting /> : <Failure error={error} onRetry={refetch} />;
}

export function Waiting() {
  const { t } = useTranslation('common');
  return (
    <Stack gap="sm" role="status" aria-label={t('state.loading')}>
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} height={32} />
      ))}
    </Stack>
  );
}

/** Error message with the request id for support, and a retry button. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const { t } = useTranslation('common');
  const { message, requestId } = described(error);
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('state.failed')}>
      <Stack gap="sm" align="flex-start">
        <Text>{message}</Text>
        {requestId !== null && (
          <Text size="xs">
            {t('state.request')} <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry && (
          <Button variant="default" onClick={() => void onRetry()}>
            {t('state.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Empty state with a next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Group gap="sm" py="xl">
      <Text c="dimmed">{children}</Text>
      {action}
    </Group>
  );
}

export interface Described {
  message: string;
  requestId: string | null;
  /** `FORBIDDEN`, `CONFLICT` …; null without a response. */
  code: string | null;
  /** Invalid fields of the input, as JSON pointers, with their errors. */
  details: readonly { field: string; message: string }[];
}

/** An error of REST or GraphQL as text for the user. */
export function described(error: unknown): Described {
  if (RestError.is(error)) return error;
  if (CombinedGraphQLErrors.is(error)) {
    const [first] = error.errors;
    const { requestId, code, details } = first?.extensions ?? {};
    return {
      message: error.errors.map(({ message }) => message).join('; '),
      requestId: typeof requestId === 'string' ? requestId : null,
      code: typeof code === 'string' ? code : null,
      details: Array.isArray(details) ? (details as Described['details']) : [],
    };
  }
  return { message: error instanceof Error ? error.message : String(error), requestId: null, code: null, details: [] };
}
