import { Button, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/button-link';
import { BAND_OF_STANDING } from '../../parts/proof.rules';
import { Sign } from '../../parts/sign';
import { useMay } from '../../api/shell-data';
import type { ShownControl } from './control.page';

const ItemLink = createLink((props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));

/** What fails stands first, what is judged compliant last. */
const ORDER = ['failed', 'open', 'shown'] as const;

interface AssessButtonProps extends Pick<ShownControl, 'mappings'> {
  isPrimary: boolean;
}

/** Link to the assessment of a control's universal control; a menu where it has several, each with how it is judged. */
export function AssessButton({ mappings, isPrimary }: AssessButtonProps) {
  const { t } = useTranslation('controls');
  const may = useMay();
  const universalControls = mappings
    .map(({ universalControl }) => ({ ...universalControl, state: stateOf(universalControl) }))
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const [only] = universalControls;
  if (!may('createAssessment') || !only) return null;
  const word = t(universalControls.every(({ state }) => state !== 'open') ? 'control.assessAgain' : 'control.assess');
  const variant = isPrimary ? 'filled' : 'default';
  if (universalControls.length === 1) {
    return (
      <ButtonLink
        to="/mapping/universal/$universalControlId"
        params={{ universalControlId: only.id }}
        search={{ assess: true }}
        variant={variant}
      >
        {word}
      </ButtonLink>
    );
  }
  return (
    // Without Mantine's placeholder for the focus, which is no valid child of the role `menu`.
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant={variant}>{word}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} maw="90vw" style={{ overflowY: 'auto' }}>
        {universalControls.map(({ id, code, title, state }) => (
          <ItemLink
            key={id}
            to="/mapping/universal/$universalControlId"
            params={{ universalControlId: id }}
            search={{ assess: true }}
          >
            <Sign {...BAND_OF_STANDING[state]} /> {code} {title}
          </ItemLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How a universal control is judged; open where nobody has. */
function stateOf({ assessment }: ShownControl['mappings'][number]['universalControl']): (typeof ORDER)[number] {
  if (!assessment || assessment.status === 'not_assessed') return 'open';
  return assessment.status === 'compliant' ? 'shown' : 'failed';
}
