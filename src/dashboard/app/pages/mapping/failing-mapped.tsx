import { skipToken, useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failingTitles } from './failing-checks.rules';
import { FailingMappingDocument, type UniversalControlQuery } from './universal-control.gql';

/** Checks that are named; the pages of the controls have all. */
const NAMED_MAX = 2;

/** How many mapped controls fail, and by which checks of this universal control the first of them does; nothing where none fails. */
export function FailingMapped({ universalControl }: Pick<UniversalControlQuery, 'universalControl'>) {
  const { t } = useTranslation('mapping');
  const { id, mappings } = universalControl;
  const failing = mappings.filter(({ control }) => control.status === 'failed');
  const [first] = failing;
  const { data } = useQuery(FailingMappingDocument, first ? { variables: { id: first.control.id } } : skipToken);
  if (!first) return null;
  const titles = data ? failingTitles(data.control.derivation.mappings, id) : [];
  const named = titles.slice(0, NAMED_MAX).map((title) => t('one.check', { title }));
  const more = titles.length - named.length;
  return (
    <>
      {' '}
      <b>{t('one.failing', { count: failing.length })}</b>
      {named.length > 0 && ` ${t('one.failingBy', { count: titles.length, checks: named.join(', ') })}`}
      {more > 0 && ` ${t('one.failingMore', { count: more })}`}
    </>
  );
}
