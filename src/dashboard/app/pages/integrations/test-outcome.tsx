import { Alert, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TestConnectionMutation } from './integrations.gql';

interface TestOutcomeProps {
  problems: readonly string[];
  /** Whom the test reached, where it is not shown elsewhere. */
  identity?: TestConnectionMutation['testConnection']['identity'];
}

/** What a connection test found: whom it reached, and the problems that a scan would meet. */
export function TestOutcome({ problems, identity = [] }: TestOutcomeProps) {
  const { t } = useTranslation('integrations');
  const reached = identity.map(({ kind, value }) => `${t(`identity.${kind}`)}: ${value}`).join(' · ');
  if (problems.length === 0) {
    return (
      <Text>
        <span aria-hidden="true">✓</span> {t('try.fine')} {reached}
      </Text>
    );
  }
  return (
    <Alert color="orange" variant="outline" title={t('try.problems', { count: problems.length })}>
      {reached !== '' && <Text size="sm">{reached}</Text>}
      <List>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
