import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useRef, useState } from 'react';
import { mentionAt } from './mention.rules';

interface Person {
  id: string;
  name: string;
}

interface MentionFieldProps {
  label: string;
  description: string | undefined;
  placeholder: string;
  /** Name of the list of people. */
  listLabel: string;
  maxLength: number;
  people: readonly Person[];
  value: string;
  onChange: (text: string) => void;
  onPick: (id: string) => void;
}

/** Field of a text in which `@` offers people to mention. */
export function MentionField(props: MentionFieldProps) {
  const { label, description, placeholder, listLabel, maxLength, people, value, onChange, onPick } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox({ onDropdownOpen: () => combobox.selectFirstOption() });
  const [offer, setOffer] = useState<{ from: number; people: readonly Person[] }>({ from: 0, people: [] });
  const complete = (text: string, caret: number) => {
    const found = mentionAt(text, caret, people);
    setOffer(found);
    if (found.people.length === 0) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.selectFirstOption();
  };
  const accept = (id: string) => {
    const person = offer.people.find((each) => each.id === id);
    if (!person) return;
    const end = field.current?.selectionEnd ?? value.length;
    const written = `${value.slice(0, offer.from)}${person.name} `;
    onChange(written + value.slice(end));
    onPick(id);
    combobox.closeDropdown();
    // Once the new text is in the field.
    requestAnimationFrame(() => field.current?.setSelectionRange(written.length, written.length));
  };
  return (
    <Combobox store={combobox} onOptionSubmit={accept}>
      {/* While nobody is offered, the arrow keys move the caret. */}
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened}>
        <Textarea
          ref={field}
          aria-label={label}
          description={description}
          inputWrapperOrder={['input', 'description']}
          placeholder={placeholder}
          required
          autosize
          minRows={2}
          maxLength={maxLength}
          value={value}
          onChange={({ currentTarget: { value: text, selectionEnd } }) => {
            onChange(text);
            complete(text, selectionEnd);
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offer.people.length === 0}>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={listLabel}>
          {offer.people.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
