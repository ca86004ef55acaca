import './exceptions.css';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const STEPS = ['ask', 'approve', 'inForce', 'ended'] as const;

/** In place of an empty list: what an exception is, and the way that one goes. */
export function NoExceptions() {
  const { t } = useTranslation('exceptions');
  return (
    <ol className="exception-steps">
      {STEPS.map((step, index) => (
        <li key={step}>
          <Text size="sm" fw={500} component="span">
            {index + 1}. {t(`step.${step}.title`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`step.${step}.text`)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
