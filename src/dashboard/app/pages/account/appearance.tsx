import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n';
import { LanguageSelect } from '../../parts/language-select';
import { useChooseLanguage } from '../../shell/use-account-language';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Choice of the theme, which this browser stores, and of the language, which the account does. */
export function Appearance() {
  const { t, i18n } = useTranslation(['account', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = useChooseLanguage();
  const id = useId();
  return (
    <Stack gap="md" align="flex-start">
      <Stack gap={4} align="flex-start">
        <Text fw={500} id={id}>
          {t('common:header.theme')}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          value={colorScheme}
          onChange={(value) => setColorScheme(SCHEMES.find((each) => each === value) ?? 'auto')}
          data={SCHEMES.map((value) => ({ value, label: t(`common:header.${value}`) }))}
          transitionDuration={0}
        />
        <Text size="xs" c="dimmed">
          {t('appearance.themeHint')}
        </Text>
      </Stack>
      <LanguageSelect
        label={t('common:header.language')}
        value={LANGUAGES.find((each) => each === i18n.language) ?? LANGUAGES[0]}
        onChange={(language) => void choose(language)}
      />
    </Stack>
  );
}
