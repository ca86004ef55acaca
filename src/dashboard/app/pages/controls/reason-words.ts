import { useTranslation } from 'react-i18next';
import type { ChangeReason } from './change-reason.rules';

/** Says a reason in the language of the page. */
export function useReasonWords(): (reason: ChangeReason) => string {
  const { t } = useTranslation('controls');
  return ({ reason, reasonCode, reasonDetail }) =>
    reasonCode === null ? reason : t(`changeReason.${reasonCode}`, { detail: reasonDetail ?? '' });
}
