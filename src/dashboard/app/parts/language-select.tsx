import { NativeSelect } from '@mantine/core';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../i18n';

interface LanguageSelectProps {
  label: string;
  /** Whether its label is shown above it; else it stands beside its name. @default true */
  isLabelled?: boolean;
  value: Language;
  onChange: (language: Language) => void;
}

/** Choice of a language. */
export function LanguageSelect({ label, isLabelled = true, value, onChange }: LanguageSelectProps) {
  return (
    <NativeSelect
      {...(isLabelled ? { label } : { 'aria-label': label })}
      data={LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
      value={value}
      onChange={({ currentTarget }) => onChange(LANGUAGES.find((each) => each === currentTarget.value) ?? value)}
    />
  );
}
