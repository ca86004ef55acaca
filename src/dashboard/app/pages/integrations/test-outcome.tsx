import { Alert, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../parts/facts';
import { Sign } from '../../parts/sign';
import type { TestConnectionMutation } from './integrations.gql';
import { useProblemTexts } from './use-problem-texts';

interface TestOutcomeProps {
  problems: readonly string[];
  /** Whom the test reached, where it is not shown elsewhere. */
  identity?: TestConnectionMutation['testConnection']['identity'];
}

/** What a connection test found: whom it reached, and the problems that a scan would meet. */
export function TestOutcome({ problems, identity = [] }: TestOutcomeProps) {
  const { t } = useTranslation('integrations');
  const inWords = useProblemTexts();
  return (
    <Stack gap="sm">
      {identity.length > 0 && (
        <Facts facts={identity.map(({ kind, value }) => [t(`identity.${kind}`), value] as const)} />
      )}
      {problems.length === 0 ? (
        <Text>
          <Sign name="passed" glyph="✓" /> {t('try.fine')}
        </Text>
      ) : (
        <Alert color="orange" variant="outline" title={t('try.problems', { count: problems.length })}>
          <List>
            {problems.map((problem) => (
              <List.Item key={problem}>{inWords(problem)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
