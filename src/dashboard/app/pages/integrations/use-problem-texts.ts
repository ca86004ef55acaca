import { useTranslation } from 'react-i18next';
import { translated, type Sentences } from './sentence.rules';

/**
 * What the service says of a connection or a setting, in the language of the page where it has it. In English these are the words of the
 * service.
 */
export function useProblemTexts(): (sentence: string) => string {
  const { i18n } = useTranslation('integration-problems');
  // Not by a key: sentences have dots.
  const found = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'en', 'integration-problems') as Sentences | undefined;
  return (sentence) => translated(sentence, found ?? {});
}
