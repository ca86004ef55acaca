import '../../parts/cards.css';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const STEPS = ['ask', 'approve', 'inForce', 'ended'] as const;

/** In place of an empty list: what an exception is, and the way that one goes. */
export function NoExceptions() {
  const { t } = useTranslation('exceptions');
  return (
    <Stack gap="md">
      <Text c="dimmed" maw={640}>
        {t('emptyHow')}
      </Text>
      <ol className="cards">
        {STEPS.map((step, index) => (
          <li key={step}>
            <Text fw={500}>
              {index + 1}. {t(`step.${step}.title`)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`step.${step}.text`)}
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
