import { useTranslation } from 'react-i18next';
import { inWords, type KindTexts } from './kind-texts.rules';

type Worded = Parameters<typeof inWords>[0] & { type: string };

/** Kinds of integration with their texts in the language of the page. In English these are the words of the service. */
export function useKindTexts(): <Kind extends Worded>(kinds: readonly Kind[]) => Kind[] {
  const { i18n } = useTranslation('integration-kinds');
  // Not by a key: titles of documents have dots.
  const texts = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'en', 'integration-kinds') as Texts | undefined;
  return (kinds) => kinds.map((kind) => inWords(kind, texts?.[kind.type]));
}

type Texts = Readonly<Record<string, KindTexts>>;
