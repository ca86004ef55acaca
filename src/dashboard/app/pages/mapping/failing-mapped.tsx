import { skipToken, useQuery } from '@apollo/client/react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import { useFaults } from '../../parts/use-faults';
import { failingChecks } from './failing-checks.rules';
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
  const checks = data ? failingChecks(data.control.derivation.mappings, id) : [];
  const faultOf = useFaults(checks);
  if (!first) return null;
  const more = checks.length - NAMED_MAX;
  return (
    <>
      {' '}
      <b>{t(failing.length === mappings.length ? 'one.allFail' : 'one.failing', { count: failing.length })}</b>
      {checks.length > 0 && faultOf !== null && (
        <>
          {' '}
          {t('one.failingBy', { count: checks.length })}{' '}
          {checks.slice(0, NAMED_MAX).map((check, index) => (
            <Fragment key={check.ruleId}>
              {index > 0 && ', '}
              <TextLink to="/findings" search={{ checkId: check.ruleId }} inherit>
                {faultOf(check)}
              </TextLink>
            </Fragment>
          ))}
          {more > 0 ? ` ${t('one.failingMore', { count: more })}` : '.'}
        </>
      )}
    </>
  );
}
