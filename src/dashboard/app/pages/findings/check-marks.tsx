import { useTranslation } from 'react-i18next';
import type { FindingsQuery } from './findings.gql';

/** The findings of one check. */
export type Group = NonNullable<FindingsQuery['findingFacets']['groups']>[number];

/** Where the newest finding of several is, and on how many resources the others are. */
export function NewestOf({ finding, others }: { finding: NonNullable<Group['newest']>; others: number }) {
  const { t } = useTranslation('findings');
  const { resource, resourceId, integration } = finding;
  return <>{t('groups.newest', { name: resource?.name ?? resourceId ?? integration.name, count: others })}</>;
}

/** That findings of a check count as failing, and that no scan since could decide them. */
export function OnHoldMark({ count }: { count: number }) {
  const { t } = useTranslation('findings');
  return (
    <span className="on-hold check-only" title={t('onHold.meaning')}>
      {t('onHold.mark', { count })}
    </span>
  );
}
