import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../parts/file-drop';
import { useFormat } from '../../parts/format';
import { Name, type NameProps } from './connect-fields';
import { SettingsFields, type SettingsFieldsProps } from './settings-fields';
import { REPORT_BYTES_MAX } from './import-section';

interface ReportStepProps extends SettingsFieldsProps, NameProps {
  file: File | null;
  onFile: (file: File) => void;
}

/** The one step of a scanner: its report, which is imported as soon as it is connected; settings that few need are folded away. */
export function ReportStep({ file, onFile, name, onName, ...entered }: ReportStepProps) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || entered.fields.some((each) => entered.problemOf(each.name) !== undefined);
  const choose = (chosen: File) => {
    setTooLarge(null);
    onFile(chosen);
  };
  return (
    <Stack gap="md">
      <FileDrop
        label={file === null ? t('import.drop') : `${file.name} · ${format.bytes(file.size)}`}
        hint={file === null ? t('import.hint') : t('import.chosen')}
        sizeMax={REPORT_BYTES_MAX}
        isWrong={tooLarge !== null}
        onFile={choose}
        onTooLarge={setTooLarge}
      />
      <div role="status">
        {tooLarge && <Text c="var(--mantine-color-error)">{t('import.tooLarge', { name: tooLarge.name })}</Text>}
      </div>
      <Name name={name} onName={onName} problemOf={entered.problemOf} />
      {entered.fields.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget: { open } }) => setUnfolded(open)}>
          <summary>{t('import.instead')}</summary>
          <Stack gap="md" pt="sm" pl="md">
            <SettingsFields {...entered} />
          </Stack>
        </details>
      )}
    </Stack>
  );
}
