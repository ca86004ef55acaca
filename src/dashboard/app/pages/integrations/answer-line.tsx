import { useTranslation } from 'react-i18next';
import type { IntegrationFieldsFragment } from './integrations.gql';

/** Limit of named integrations; further ones are counted. */
const NAMED_MAX = 3;

/** Number of connected integrations, and the names of those with a problem. */
export function AnswerLine({ integrations }: { integrations: readonly IntegrationFieldsFragment[] }) {
  const { t, i18n } = useTranslation('integrations');
  const named = (status: IntegrationFieldsFragment['status']) =>
    integrations.filter((each) => each.status === status).map(({ name }) => name);
  const broken = named('error');
  const gone = named('disconnected').length;
  const count = integrations.length - gone;
  const connected = named('connected').length;
  const names =
    broken.length > NAMED_MAX
      ? t('answer.several', { count: broken.length })
      : new Intl.ListFormat(i18n.language).format(broken);
  return [
    count === 0 ? t('answer.none') : t(connected === count ? 'answer.all' : 'answer.connected', { connected, count }),
    broken.length > 0 ? t('answer.error', { names, count: broken.length }) : null,
    gone > 0 ? t('answer.disconnected', { count: gone }) : null,
  ]
    .filter((part) => part !== null)
    .join('; ');
}
