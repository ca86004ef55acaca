import './row-actions.css';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dots } from './dots';

export interface RowAction {
  key: string;
  /** What the button shows. */
  word: string;
  /** What it does, and to what: its name for who listens. */
  label: string;
  run: () => void;
}

/** An action of a menu. */
export interface MenuAction extends Omit<RowAction, 'label'> {
  /** Why it cannot be done now. @default it can */
  barrier?: string | undefined;
}

interface RowActionsProps {
  /** Name of the menu that holds them on narrow screens. */
  label: string;
  actions: readonly RowAction[];
}

/**
 * What can be done with the row of a table: buttons over its end that show under the pointer and with the keyboard, and
 * a menu where rows are cards or nothing hovers.
 */
export function RowActions({ label, actions }: RowActionsProps) {
  if (actions.length === 0) return null;
  return (
    <>
      <div className="row-buttons">
        {actions.map(({ key, word, label: name, run }) => (
          <Button key={key} variant="default" size="compact-sm" aria-label={name} onClick={run}>
            {word}
          </Button>
        ))}
      </div>
      <div className="row-menu">
        <RowMenu label={label} actions={actions} />
      </div>
    </>
  );
}

/** The actions of a row in a menu. @param size of its button, in pixels */
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
