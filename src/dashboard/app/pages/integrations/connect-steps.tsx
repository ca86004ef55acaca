import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConnectStep } from './connect-steps.rules';

interface ConnectStepsProps {
  steps: readonly ConnectStep[];
  /** The one that is open. */
  at: ConnectStep;
  onOpen: (step: ConnectStep) => void;
}

/** Steps of a connection with the progress through them; each opens its step. Nothing where there is one step only. */
export function ConnectSteps({ steps, at, onOpen }: ConnectStepsProps) {
  const { t } = useTranslation('integrations');
  if (steps.length < 2) return null;
  return (
    <ol className="connect-steps" aria-label={t('wizard.progress', { at: steps.indexOf(at) + 1, count: steps.length })}>
      {steps.map((step, index) => {
        const isDone = index < steps.indexOf(at);
        return (
          <li key={step}>
            <UnstyledButton
              fz="sm"
              className="connect-step"
              aria-current={step === at ? 'step' : undefined}
              onClick={() => onOpen(step)}
            >
              <span aria-hidden="true">{isDone ? '✓' : index + 1}</span>
              <span>
                {t(`wizard.${step}`)}
                {isDone && <VisuallyHidden> ({t('wizard.passed')})</VisuallyHidden>}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}
