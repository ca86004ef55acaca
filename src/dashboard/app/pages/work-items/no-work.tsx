import '../../parts/cards.css';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const STEPS = ['assign', 'do', 'done'] as const;

/** In place of an empty list: how a work item begins, and what it changes. */
export function NoWork() {
  const { t } = useTranslation('work');
  return (
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
  );
}
