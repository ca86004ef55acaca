import { Input } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useEffect, useId, useRef, useState, type ComponentProps, type SubmitEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { faultOf } from './form.rules';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onInput' | 'onSubmit'> {
  /** Is called when every field is filled in as its attributes ask. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

const ASKED = 'ask-for-fields';

/**
 * Has a form say at its fields what is missing of some of them, as if it were submitted, for an action that needs no more than these.
 * @param fields `data-field` of their wrappers
 * @returns whether nothing is missing
 */
export function askForFields(form: HTMLFormElement, fields: readonly string[]): boolean {
  const found = wrongOf(form).filter((each) => fields.includes(placeOf(each).getAttribute('data-field') ?? ''));
  if (found.length > 0) form.dispatchEvent(new CustomEvent(ASKED, { detail: found }));
  return found.length === 0;
}

/** Form whose fields say below themselves what their attributes (`required`, `type`, `minLength`) ask for, where browsers show bubbles. */
export function Form({ onSubmit, children, ref, ...others }: FormProps) {
  const [wrong, setWrong] = useState<readonly Control[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const merged = useMergedRef(form, ref);
  const show = (found: readonly Control[]) => {
    setWrong(found);
    found[0]?.focus();
  };
  useEffect(() => {
    const element = form.current;
    const asked = (event: Event) => show((event as CustomEvent<Control[]>).detail);
    element?.addEventListener(ASKED, asked);
    return () => element?.removeEventListener(ASKED, asked);
  }, []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog within another form is no part of it, though React has its events rise there.
    event.stopPropagation();
    const found = wrongOf(event.currentTarget);
    show(found);
    if (found.length === 0) onSubmit(event);
  };
  const forget = ({ target }: { target: EventTarget }) => {
    if (isControl(target)) setWrong((before) => before.filter((each) => placeOf(each) !== placeOf(target)));
  };
  return (
    <form {...others} ref={merged} noValidate onSubmit={submit} onInput={forget} onChange={forget}>
      {children}
      {wrong.map((control, index) => (
        <Fault key={index} control={control} />
      ))}
    </form>
  );
}

/** Message of a field, below it; the field refers to it. */
function Fault({ control }: { control: Control }) {
  const { t } = useTranslation('common');
  const id = useId();
  const place = placeOf(control);
  useEffect(() => {
    const frame = control.closest('.mantine-Input-wrapper:not([data-error])');
    const described = () => (control.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== id);
    control.setAttribute('aria-describedby', [...described(), id].join(' ').trim());
    control.setAttribute('aria-invalid', 'true');
    frame?.setAttribute('data-error', 'true');
    return () => {
      control.setAttribute('aria-describedby', described().join(' '));
      control.removeAttribute('aria-invalid');
      frame?.removeAttribute('data-error');
    };
  }, [control, id]);
  const min = 'minLength' in control ? control.minLength : 0;
  return createPortal(
    <Input.Error id={id} mt={4}>
      {t(`fault.${faultOf(control)}`, { min })}
    </Input.Error>,
    place,
  );
}

/** Fields that their attributes do not admit, one of each group. */
function wrongOf({ elements }: HTMLFormElement): Control[] {
  const all = [...elements].filter(isControl).filter(({ willValidate, validity }) => willValidate && !validity.valid);
  return all.filter((each, index) => all.findIndex((other) => placeOf(other) === placeOf(each)) === index);
}

function isControl(element: unknown): element is Control {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => element instanceof kind);
}

/** Element that has label and field, or all fields of a group. */
function placeOf(control: Control): Element {
  return (
    control.closest('.mantine-RadioGroup-root, .mantine-CheckboxGroup-root') ??
    control.closest('.mantine-InputWrapper-root, .mantine-Checkbox-root, .mantine-Switch-root') ??
    control.parentElement ??
    control
  );
}
