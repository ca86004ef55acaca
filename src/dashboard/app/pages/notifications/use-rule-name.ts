import { useTranslation } from 'react-i18next';
import { offeredAs } from './offered-name.rules';
import type { StoredRule } from './rule-form.rules';

/** The name of a rule; that of one which was offered ready-made in the language of the page. */
export function useRuleName(rule: Pick<StoredRule, 'name' | 'events' | 'isOfOrganization'>): string {
  const { t } = useTranslation('notifications');
  const offered = offeredAs(rule);
  if (offered === null) return rule.name;
  return offered.kind === 'ready' ? t(`ready.${offered.event}.name`) : t(`suggested.${offered.event}.name`);
}
