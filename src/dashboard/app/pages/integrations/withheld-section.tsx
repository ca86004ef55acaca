import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IntegrationsQuery } from './integrations.gql';
import { Section } from './section';
import { useProblemTexts } from './use-problem-texts';

interface WithheldSectionProps {
  withheld: IntegrationsQuery['integrations'][number]['withheldChecks'];
}

/** What the last scan could not look at, and why; nothing where it saw everything. */
export function WithheldSection({ withheld }: WithheldSectionProps) {
  const { t } = useTranslation('integrations');
  const inWords = useProblemTexts();
  if (withheld.length === 0) return null;
  const count = withheld.reduce((sum, { checkIds }) => sum + checkIds.length, 0);
  return (
    <Section title={t('withheld.title')}>
      <Text size="sm">{t('withheld.text', { count })}</Text>
      <List size="sm" mt="xs">
        {withheld.map(({ reason, checkIds }) => (
          <List.Item key={reason}>
            {inWords(reason)}
            <Text size="sm" c="dimmed">
              {t('withheld.checks', { count: checkIds.length, checks: checkIds.join(', ') })}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
