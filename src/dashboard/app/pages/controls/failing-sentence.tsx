import { useTranslation } from 'react-i18next';
import type { Failing } from './use-failing';

/** Checks that are named; the tree of what the status rests on has all. */
const NAMED_MAX = 4;

type Named = Pick<Failing, 'fault' | 'failed' | 'isOlder'>;

/** Which checks fail, by what is wrong, and which of them are on hold. */
export function FailingSentence({ failing }: { failing: readonly Named[] }) {
  const { t } = useTranslation('controls');
  const { count, resources, named, more } = useNamed(failing);
  return (
    <>
      {t('failing.sentence', { count, resources, faults: named.join('; ') })}
      {more > 0 && ` ${t('failing.more', { count: more })}`}
    </>
  );
}

function useNamed(failing: readonly Named[]) {
  const { t } = useTranslation('controls');
  const named = failing
    .slice(0, NAMED_MAX)
    .map(({ fault, isOlder }) => (isOlder ? t('failing.older', { fault }) : fault));
  const resources = t('failing.resources', { count: failing.reduce((sum, { failed }) => sum + failed, 0) });
  return { count: failing.length, resources, named, more: failing.length - named.length };
}
