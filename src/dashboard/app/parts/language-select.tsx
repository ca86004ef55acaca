import { NativeSelect } from '@mantine/core';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../i18n';

interface LanguageSelectProps {
  label: string;
  value: Language;
  onChange: (language: Language) => void;
}

/** Choice of a language. */
export function LanguageSelect({ label, value, onChange }: LanguageSelectProps) {
  return (
    <NativeSelect
      label={label}
      data={LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
      value={value}
      onChange={({ currentTarget }) => onChange(LANGUAGES.find((each) => each === currentTarget.value) ?? value)}
    />
  );
}
