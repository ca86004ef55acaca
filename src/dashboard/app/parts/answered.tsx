import { Alert, Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from './described';
import { TextLink } from './text-link';

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

/** Error message with the request id for support, and a retry button; for what does not exist a way on instead. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const { t } = useTranslation('common');
  const { code, message, requestId } = described(error);
  if (code === 'NOT_FOUND') return <Absent message={message} />;
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

/** In place of what does not exist. */
function Absent({ message }: { message: string }) {
  const { t } = useTranslation('common');
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text>{message}</Text>
      <TextLink to="/posture">{t('state.toPosture')}</TextLink>
    </Stack>
  );
}

interface EmptyProps {
  /** What is not there: `No webhooks yet`. @default the sentence stands alone */
  title?: string;
  /** The next step. */
  action?: ReactNode;
  /** What it would be good for, in a sentence. */
  children: ReactNode;
}

/** Empty state: what is not there, what it would be good for, and the next step; where its content would begin. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <Stack gap="md" py="md" align="flex-start">
      <div>
        {title !== undefined && (
          <Text fw={600} fz={16}>
            {title}
          </Text>
        )}
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
      </div>
      {action}
    </Stack>
  );
}
