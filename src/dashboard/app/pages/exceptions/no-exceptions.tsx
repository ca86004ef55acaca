import { useTranslation } from 'react-i18next';
import { Steps } from '../../parts/steps';

const STEPS = ['ask', 'approve', 'inForce', 'ended'] as const;

/** In place of an empty list: the way that an exception goes. */
export function NoExceptions() {
  const { t } = useTranslation('exceptions');
  return <Steps steps={STEPS.map((step) => ({ title: t(`step.${step}.title`), text: t(`step.${step}.text`) }))} />;
}
