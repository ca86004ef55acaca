import './page-actions.css';
import { ActionIcon, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { createContext, useId, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dots } from './dots';

/** Whether a menu is within a list of actions that is one already: then it lists its own there. */
export const ListsActions = createContext(false);

/** Buttons beside the title of a page. Where there is no room all but the main one are listed by a button at the title. */
export function PageActions({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('common');
  const id = useId();
  const [isOpen, { toggle, close }] = useDisclosure();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // What opens a menu of its own stays beside that.
  const chosen = ({ target }: MouseEvent) => {
    const button = target instanceof Element && target.closest('a, button');
    if (button && !button.hasAttribute('aria-haspopup')) close();
  };
  return (
    <>
      <ActionIcon
        className="page-more"
        variant="default"
        size={32}
        aria-label={t('action.others')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <Dots />
      </ActionIcon>
      <Group id={id} gap="sm" className="page-actions" data-open={isOpen || undefined} onClick={chosen}>
        <ListsActions value={isNarrow}>{children}</ListsActions>
        {menu}
      </Group>
    </>
  );
}
