import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n';
import { LanguageSelect } from '../../parts/language-select';
import { SettingRow, SettingRows } from '../../parts/setting-rows';
import { useChooseLanguage } from '../../shell/use-account-language';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Choice of the theme, which this browser stores, and of the language, which the account does. */
export function Appearance() {
  const { t, i18n } = useTranslation(['account', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = useChooseLanguage();
  const id = useId();
  return (
    <SettingRows>
      <SettingRow
        name={t('common:header.theme')}
        nameId={id}
        hint={t('appearance.themeHint')}
        action={
          <SegmentedControl
            aria-labelledby={id}
            value={colorScheme}
            onChange={(value) => setColorScheme(SCHEMES.find((each) => each === value) ?? 'auto')}
            data={SCHEMES.map((value) => ({ value, label: t(`common:header.${value}`) }))}
            transitionDuration={0}
          />
        }
      />
      <SettingRow
        name={t('common:header.language')}
        hint={t('appearance.languageHint')}
        action={
          <LanguageSelect
            label={t('common:header.language')}
            isLabelled={false}
            value={LANGUAGES.find((each) => each === i18n.language) ?? LANGUAGES[0]}
            onChange={(language) => void choose(language)}
          />
        }
      />
    </SettingRows>
  );
}
