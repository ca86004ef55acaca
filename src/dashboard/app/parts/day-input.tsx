import './day-input.css';
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarSign } from './calendar-sign';
import { dayWritten, patternOf, writtenDay } from './day.rules';
import { regionOf } from './format';

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** `2026-03-01`, or empty. */
  value: string;
  /** Called with a day, or with nothing where the field was cleared. */
  onChange: (day: string) => void;
  /** Earliest day. */
  min?: string;
  /** Latest day. */
  max?: string;
}

/**
 * Field for a day, written as the language of the page writes it, or chosen in the calendar of the browser, which would write it in the
 * language of the browser. While it holds no day that is allowed, its form is not sent.
 */
export function DayInput({ value, onChange, min, max, error, ...rest }: DayInputProps) {
  const { t, i18n } = useTranslation('common');
  const language = regionOf(i18n.language);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ kept: value, text: writtenDay(value, language) });
  const [isLeft, setLeft] = useState(false);
  const day = dayWritten(typed.text, language);
  // It follows changes from outside.
  if (typed.kept !== value) {
    setTyped({ kept: value, text: day === value ? typed.text : writtenDay(value, language) });
  }
  const problem = useProblem(day, { min, max });
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  const change = (text: string) => {
    const next = dayWritten(text, language);
    setTyped({ kept: value, text });
    setLeft(false);
    if (next !== null && next !== value) onChange(next);
  };
  return (
    <TextInput
      {...rest}
      ref={input}
      value={typed.text}
      placeholder={patternOf({ day: t('day.d'), month: t('day.m'), year: t('day.y') }, language)}
      autoComplete="off"
      error={error ?? (isLeft && problem !== '' ? problem : null)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => {
        setLeft(true);
        if (day) setTyped({ kept: value, text: writtenDay(day, language) });
      }}
      rightSectionPointerEvents="all"
      rightSection={<Calendar day={value} min={min} max={max} onChoose={change} />}
    />
  );
}

/** Why what is written cannot stay; empty where it can. */
function useProblem(day: string | null, { min, max }: { min: string | undefined; max: string | undefined }): string {
  const { t, i18n } = useTranslation('common');
  const written = (each: string) => writtenDay(each, regionOf(i18n.language));
  if (day === null) return t('day.wrong', { example: written('2026-12-31') });
  if (day !== '' && min !== undefined && day < min) return t('day.early', { day: written(min) });
  return day !== '' && max !== undefined && day > max ? t('day.late', { day: written(max) }) : '';
}

interface CalendarProps {
  day: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
}

/** Button that opens the calendar of the browser. */
function Calendar({ day, min, max, onChoose }: CalendarProps) {
  const { t } = useTranslation('common');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className="day-calendar">
      <input
        ref={picker}
        type="date"
        // It belongs to no form: the field beside it does.
        form=""
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        min={min}
        max={max}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('day.open')}
        title={t('day.open')}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarSign />
      </ActionIcon>
    </span>
  );
}
