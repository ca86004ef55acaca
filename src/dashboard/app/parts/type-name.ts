import { useTranslation } from 'react-i18next';

/** The words of a type of resources; the type itself where it is of a report and nobody has words for it. */
export function useTypeName(): (type: string) => string {
  const { i18n } = useTranslation('resource-types');
  // Not by a key: types have dots.
  const words = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'en', 'resource-types') as Words | undefined;
  return (type) => words?.type[type] ?? type;
}

interface Words {
  type: Readonly<Record<string, string>>;
}
