import { useMutation } from '@apollo/client/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/shell-data';
import type { Language } from '../i18n';
import { notifyRefusal } from '../parts/notify-refusal';
import { KeepLanguageDocument } from './language.gql';

/**
 * Lets the page follow the language of the account, when it is known and whenever it becomes another one. Null leaves it as this browser
 * has it.
 */
export function useAccountLanguage(language: Language | null): void {
  const { i18n } = useTranslation('common');
  useEffect(() => {
    if (language !== null && language !== i18n.language) void i18n.changeLanguage(language);
  }, [i18n, language]);
}

/** Changes the language of the page, and of the account, whose mails are in it. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { i18n } = useTranslation('common');
  const may = useMay();
  const [keep] = useMutation(KeepLanguageDocument);
  return async (language) => {
    await i18n.changeLanguage(language);
    if (may('updateMe')) await keep({ variables: { input: { language } } }).catch(notifyRefusal);
  };
}
