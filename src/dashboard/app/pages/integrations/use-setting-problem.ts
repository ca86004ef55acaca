import { useTranslation } from 'react-i18next';
import { problemOf } from '../../parts/refusal';
import { neededOf } from './needed-settings.rules';

/** Error of a setting by its name, in the language of the page where it is known there; undefined for none. */
export function useSettingProblem(error: unknown): (name: string) => string | undefined {
  const { t } = useTranslation('integrations');
  return (name) => {
    const problem = problemOf(error, name);
    const needed = problem === undefined ? undefined : neededOf(problem);
    return needed === undefined ? problem : t(`needed.${needed}`);
  };
}
