import { useTranslation } from 'react-i18next';
import { Steps } from '../../parts/steps';

const STEPS = ['assign', 'do', 'done'] as const;

/** In place of an empty list: how a work item begins, and what it changes. */
export function NoWork() {
  const { t } = useTranslation('work');
  return <Steps steps={STEPS.map((step) => ({ title: t(`step.${step}.title`), text: t(`step.${step}.text`) }))} />;
}
