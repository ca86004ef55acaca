import './list-search.css';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTyped } from './use-typed';

/** From the last letter to the search. */
const PAUSE_MS = 200;

interface ListSearchProps {
  /** What is searched, for those who listen. */
  label: string;
  /** What can be searched for, in the empty field. @default the label */
  hint?: string;
  /** The words of the address; undefined without any. */
  q: string | undefined;
  /** Called a moment after the last letter, with what was typed; undefined where that is empty. */
  onSearch: (q: string | undefined) => void;
}

/** Search of a list, by words that its address has. */
export function ListSearch({ label, hint = label, q = '', onSearch }: ListSearchProps) {
  const [typed, setTyped] = useTyped(q);
  const search = useDebouncedCallback((text: string) => onSearch(text.trim() || undefined), PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={hint}
      className="list-search"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value);
      }}
    />
  );
}
