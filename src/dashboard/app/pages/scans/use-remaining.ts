import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationIn, remainingMs } from './scan.rules';
import type { ShownScan } from './scan.page';

/** How long the scan will still run, in words; null while that cannot be told. Counts down between what the service tells. */
export function useRemaining({ status, startedAt, progress: { percent } }: ShownScan): string | null {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  const isRunning = status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!isRunning || startedAt === null) return null;
  const ms = remainingMs({ startedAt, percent, now });
  return ms === null ? null : durationIn(i18n.language, ms);
}
