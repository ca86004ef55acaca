import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedGuard } from '../../parts/unsaved-guard';

interface UnsavedProps {
  hasChanged: boolean;
  isSaving: boolean;
  /** Text of the button that saves. */
  save: string;
  /** Saves. @default the button submits the form around it */
  onSave?: () => void;
  onDiscard: () => void;
}

/** Save and discard buttons of a section; who leaves the page while it has changes is asked. */
export function Unsaved({ hasChanged, isSaving, save, onSave, onDiscard }: UnsavedProps) {
  const { t } = useTranslation('settings');
  const place = useRef<HTMLDivElement>(null);
  const had = useRef(hasChanged);
  useEffect(() => {
    // The button that had the focus is gone: the keyboard goes on from here.
    if (had.current && !hasChanged && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    had.current = hasChanged;
  }, [hasChanged]);
  return (
    <div ref={place} tabIndex={-1} className="unsaved">
      <UnsavedGuard isUnsaved={() => hasChanged} />
      <Group gap="sm">
        <Button type={onSave ? 'button' : 'submit'} disabled={!hasChanged} loading={isSaving} onClick={onSave}>
          {save}
        </Button>
        {hasChanged && (
          <Button variant="default" disabled={isSaving} onClick={onDiscard}>
            {t('takeBack')}
          </Button>
        )}
      </Group>
    </div>
  );
}
