import { useEffect, useState } from 'react';
import { readVisits, visitsAfter } from './visits.rules';

/** Since when something is new to the user of this browser: the end of their last visit to the page; null on the first one. */
export function useVisit(userId: string): string | null {
  const key = `crosswalk.visits.posture.${userId}`;
  const [visits] = useState(() => visitsAfter(readVisits(localStorage.getItem(key)), new Date().toISOString()));
  useEffect(() => localStorage.setItem(key, JSON.stringify(visits)), [key, visits]);
  return visits.before;
}
