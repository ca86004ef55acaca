import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../api/shell-data';

/** Button with the initials of the person. */
export function AccountButton(props: ActionIconProps & ComponentProps<'button'>) {
  const { t } = useTranslation('common');
  const { me } = useShell();
  // What is to be seen on it belongs to its name: who speaks to the machine says that.
  return (
    <ActionIcon variant="default" size={36} aria-label={`${t('header.account')}: ${initials(me.name)}`} {...props}>
      <span aria-hidden="true">{initials(me.name)}</span>
    </ActionIcon>
  );
}

function initials(name: string): string {
  const letters = name.split(/\s+/).map((word) => word.charAt(0).toUpperCase());
  return letters
    .filter((letter) => letter !== '')
    .slice(0, 2)
    .join('');
}
