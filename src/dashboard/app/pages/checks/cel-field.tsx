import { Combobox, Group, Text, Textarea, useCombobox } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { completionsAt, completionsInSentence, type Completions, type Shapes } from './cel-completion.rules';

interface CelFieldProps {
  /** Of the field in the form. */
  name: string;
  label: string;
  description: string;
  /** Whether it is a sentence with expressions in braces. */
  isSentence?: boolean;
  isRequired?: boolean;
  maxLength: number;
  /** Properties of the resource that the expression is over. */
  properties: Shapes;
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}

const NONE: Completions = { from: 0, options: [] };

/** Field of an expression in CEL, which completes names of the resource as they are typed. */
export function CelField(props: CelFieldProps) {
  const {
    name,
    label,
    description,
    isSentence = false,
    isRequired = false,
    maxLength,
    properties,
    value,
    onChange,
  } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox({ onDropdownOpen: () => combobox.selectFirstOption() });
  const [{ from, options }, setCompletions] = useState(NONE);

  function complete(text: string, caret: number) {
    const found = (isSentence ? completionsInSentence : completionsAt)(text, caret, properties);
    setCompletions(found);
    if (found.options.length === 0) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.selectFirstOption();
  }

  function accept(label: string) {
    const end = field.current?.selectionEnd ?? value.length;
    onChange(value.slice(0, from) + label + value.slice(end));
    combobox.closeDropdown();
    // Once the new text is in the field.
    requestAnimationFrame(() => field.current?.setSelectionRange(from + label.length, from + label.length));
  }

  return (
    <Combobox store={combobox} onOptionSubmit={accept}>
      {/* While nothing is offered, the arrow keys move the caret. */}
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened}>
        <Textarea
          ref={field}
          wrapperProps={{ 'data-field': name }}
          label={label}
          description={description}
          required={isRequired}
          maxLength={maxLength}
          autosize
          minRows={isSentence || !isRequired ? 2 : 4}
          maxRows={10}
          spellCheck={isSentence}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={value}
          onChange={({ currentTarget: { value: text, selectionEnd } }) => {
            onChange(text);
            complete(text, selectionEnd);
          }}
          onBlur={() => combobox.closeDropdown()}
          error={props.error}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={label}>
          {options.map(({ label: name, type, description: about }) => (
            <Combobox.Option key={name} value={name}>
              <Group gap="xs" wrap="nowrap" justify="space-between">
                <Text ff="monospace">{name}</Text>
                <Text size="sm" c="dimmed">
                  {type}
                </Text>
              </Group>
              {about !== '' && <Text size="sm">{about}</Text>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
