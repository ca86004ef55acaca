import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import type { IntegrationFieldsFragment } from './integrations.gql';

/** Limit of named integrations; further ones are counted. */
const NAMED_MAX = 3;

interface AnswerLineProps {
  integrations: readonly IntegrationFieldsFragment[];
}

/** Number of connected integrations, their last scan, and the names of those with a problem. */
export function AnswerLine({ integrations }: AnswerLineProps) {
  const { t, i18n } = useTranslation('integrations');
  const format = useFormat();
  const named = (status: IntegrationFieldsFragment['status']) =>
    integrations.filter((each) => each.status === status).map(({ name }) => name);
  const broken = named('error');
  const gone = named('disconnected').length;
  const there = integrations.filter(({ status }) => status !== 'disconnected');
  const count = there.length;
  const connected = named('connected').length;
  const names =
    broken.length > NAMED_MAX
      ? t('answer.several', { count: broken.length })
      : new Intl.ListFormat(i18n.language).format(broken);
  const lastScan = there.reduce<string | null>((last, each) => laterOf(last, each.lastScan), null);
  if (integrations.length === 0) return t('empty');
  return [
    count === 0 ? t('answer.none') : t(connected === count ? 'answer.all' : 'answer.connected', { connected, count }),
    lastScan === null ? null : t('answer.lastScan', { when: format.relative(lastScan) }),
    broken.length > 0 ? t('answer.error', { names, count: broken.length }) : null,
    gone > 0 ? t('answer.disconnected', { count: gone }) : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The later of two moments as the API has them. */
function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) > Date.parse(b) ? a : b;
}
