import './row-actions.css';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Dots } from './dots';
import { ListsActions } from './page-actions';

/** An action of a menu. */
export interface MenuAction {
  key: string;
  /** What the menu shows. */
  word: string;
  run: () => void;
  /** Why it cannot be done now. @default it can */
  barrier?: string | undefined;
}

/** The actions of a row in a menu: buttons over its end would cover what the row says. @param size of its button, in pixels */
export function RowMenu({
  label,
  actions,
  size = 32,
}: {
  label: string;
  actions: readonly MenuAction[];
  size?: number;
}) {
  const { t } = useTranslation('common');
  // What cannot be done takes no focus, and without it no key closes the menu.
  const first = actions.find(({ barrier }) => barrier === undefined);
  if (use(ListsActions)) {
    return actions.map(({ key, word, run, barrier }) => (
      <Button key={key} variant="default" disabled={barrier !== undefined} title={barrier} onClick={run}>
        {word}
      </Button>
    ));
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} title={t('action.more')}>
          <Dots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, word, run, barrier }) => (
          <Menu.Item
            key={key}
            disabled={barrier !== undefined}
            onClick={run}
            {...(key === first?.key ? { 'data-autofocus': true } : {})}
          >
            {word}
            {barrier !== undefined && <Text size="xs">{barrier}</Text>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
