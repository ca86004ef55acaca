import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationIn, remainingMs } from './scan.rules';
import type { ShownScan } from './scan.page';

/** Remaining time of a scan in words, counting down between updates; null while unknown. */
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
