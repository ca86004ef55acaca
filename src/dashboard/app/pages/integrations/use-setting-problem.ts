import { useTranslation } from 'react-i18next';
import { problemOf } from '../../parts/refusal';
import { neededOf } from './needed-settings.rules';
import { useProblemTexts } from './use-problem-texts';

/** Error of a setting by its name, in the language of the page where it is known there; undefined for none. */
export function useSettingProblem(error: unknown): (name: string) => string | undefined {
  const { t } = useTranslation('integrations');
  const inWords = useProblemTexts();
  return (name) => {
    const problem = problemOf(error, name);
    if (problem === undefined) return undefined;
    const needed = neededOf(problem);
    return needed === undefined ? inWords(problem) : t(`needed.${needed}`);
  };
}
