import { Code, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../parts/facts';
import { NEW_CHECK, type CheckValues } from './check-form.rules';

const PASSES = 'resource.versioning == "Enabled"';

/** A check to begin with: complete but for the universal controls, which only its author can choose. */
export function useExampleCheck(): CheckValues {
  const { t } = useTranslation('checks');
  return {
    ...NEW_CHECK,
    resourceType: 'AwsS3Bucket',
    passes: PASSES,
    title: t('example.check'),
    saysPass: t('example.saysPass', BRACES),
    saysFail: t('example.saysFail', BRACES),
    description: t('example.description'),
    rationale: t('example.rationale'),
  };
}

/** Expressions in the sentences of the example. */
const BRACES = { name: '{name}', versioning: '{resource.versioning}' };

/** The example with what it is made of: statement, expression, and what it says of a resource that fails. */
export function ExampleCheck() {
  const { t } = useTranslation('checks');
  const { title, resourceType, passes } = useExampleCheck();
  return (
    <Paper withBorder p="md" maw={640}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t('example.heading')}
        </Text>
        <Facts
          facts={[
            [t('form.title'), title],
            [t('form.resourceType'), resourceType],
            [t('form.passes'), <Code key="passes">{passes}</Code>],
            [t('try.sentence'), t('example.saysFail', { name: 'northwind-press', versioning: 'Suspended' })],
          ]}
        />
      </Stack>
    </Paper>
  );
}
