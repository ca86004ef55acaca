import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The form that creates something on a page: opened by its button, or by an address that asks for it, and is rid of that at its end. */
export function useCreate(isOpenAtFirst = false): [boolean, { open: () => void; close: () => void }] {
  const [isOpen, { open, close }] = useDisclosure(isOpenAtFirst);
  const navigate = useNavigate();
  const isAsked = useSearch({ strict: false, select: ({ create }) => create === true });
  const end = () => {
    close();
    if (!isAsked) return;
    void navigate({ to: '.', search: (search) => ({ ...search, create: undefined }), replace: true });
  };
  return [isOpen || isAsked, { open, close: end }];
}
