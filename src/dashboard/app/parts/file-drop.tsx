import '@mantine/dropzone/styles.css';
import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface FileDropProps {
  /** Hint for the drop zone, or the name of the chosen file. */
  label: string;
  hint: string;
  /** Limit of the file. Bytes. */
  sizeMax: number;
  isBusy?: boolean;
  /** Whether the chosen file is invalid. */
  isWrong?: boolean;
  onFile: (file: File) => void;
  /** Called for a file that is too large. */
  onTooLarge: (file: File) => void;
}

/** Drop zone and picker for one file, by mouse or keyboard. */
export function FileDrop({ label, hint, sizeMax, isBusy = false, isWrong = false, onFile, onTooLarge }: FileDropProps) {
  const { t } = useTranslation('common');
  const choose = useRef<() => void>(null);
  const first = (use: (file: File) => void) => (files: readonly File[]) => {
    const [file] = files;
    if (file) use(file);
  };
  return (
    <Dropzone
      openRef={choose}
      // The button in it is what the keyboard reaches.
      activateOnKeyboard={false}
      enablePointerEvents
      multiple={false}
      maxSize={sizeMax}
      loading={isBusy}
      onDrop={first(onFile)}
      onReject={(rejected) => first(onTooLarge)(rejected.map(({ file }) => file))}
      p="lg"
      bd={`1px dashed ${isWrong ? 'var(--mantine-color-error)' : 'var(--rest)'}`}
      bg="transparent"
    >
      <Stack gap="xs" align="center">
        <Text fw={500} ta="center">
          {label}
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          {hint}
        </Text>
        <Button
          variant="default"
          size="xs"
          mt="xs"
          onClick={(event) => {
            // Where it stands a click opens the choice too.
            event.stopPropagation();
            choose.current?.();
          }}
        >
          {t('action.chooseFile')}
        </Button>
      </Stack>
    </Dropzone>
  );
}
