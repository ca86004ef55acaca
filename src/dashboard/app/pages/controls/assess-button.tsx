import { Button, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/button-link';
import { useMay } from '../../api/shell-data';
import type { ShownControl } from './control.page';

const ItemLink = createLink((props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));

/** Link to the assessment of a control's universal control; a menu where it has several. */
export function AssessButton({ mappings }: Pick<ShownControl, 'mappings'>) {
  const { t } = useTranslation('controls');
  const may = useMay();
  const universalControls = mappings.map(({ universalControl }) => universalControl);
  const [only] = universalControls;
  if (!may('createAssessment') || !only) return null;
  if (universalControls.length === 1) {
    return (
      <ButtonLink
        to="/mapping/universal/$universalControlId"
        params={{ universalControlId: only.id }}
        search={{ assess: true }}
      >
        {t('control.assess')}
      </ButtonLink>
    );
  }
  return (
    // Without Mantine's placeholder for the focus, which is no valid child of the role `menu`.
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button>{t('control.assess')}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} maw="90vw" style={{ overflowY: 'auto' }}>
        {universalControls.map(({ id, code, title }) => (
          <ItemLink
            key={id}
            to="/mapping/universal/$universalControlId"
            params={{ universalControlId: id }}
            search={{ assess: true }}
          >
            {code} {title}
          </ItemLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
