import { useDisclosure } from '@mantine/hooks';

/** Properties of an input of several values whose options close at each choice: they would lie over the button below. */
export function useClosingDropdown() {
  const [dropdownOpened, { open, close }] = useDisclosure();
  return { dropdownOpened, onDropdownOpen: open, onDropdownClose: close, onOptionSubmit: close };
}
