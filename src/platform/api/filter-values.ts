import { z } from 'zod';

/** Values that one filter takes. */
const FILTER_VALUES_MAX = 50;

/** Rule of a filter with several values. */
export const filterValues = z.array(z.unknown()).max(FILTER_VALUES_MAX).nullish();
