import { useTranslation } from 'react-i18next';
import { useFormat } from './format';

interface UsageProps {
  used: number;
  max: number;
  /** Notation of both figures. @default as numbers */
  show?: (figure: number) => string;
}

/** Percent of a limit from which on a bar of it shows something. */
const BAR_MIN = 1;

/** Use of a limit, as figures; from where it can be seen also as a bar. */
export function Usage({ used, max, show }: UsageProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const figure = show ?? ((value: number) => format.number(value));
  const percent = max === 0 ? 0 : Math.min(100, (100 * used) / max);
  return (
    <>
      {t('usage', { used: figure(used), max: figure(max) })}
      {percent >= BAR_MIN && (
        <div
          aria-hidden="true"
          style={{
            height: 6,
            maxWidth: 320,
            marginTop: 4,
            borderRadius: 4,
            overflow: 'hidden',
            background: 'var(--line)',
          }}
        >
          <div style={{ height: 6, width: `${percent}%`, background: 'var(--passed)' }} />
        </div>
      )}
    </>
  );
}
