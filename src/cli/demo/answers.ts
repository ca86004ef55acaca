import { z } from 'zod';
import { text } from './text.js';

/** Answer of `POST /api/scans/trigger` and of an import. */
export const QueuedScan = z.object({ scan_job_id: z.uuid() });

/** Answer of `GET /api/scans/{scan_job_id}`. */
export const Scan = z.object({
  status: z.enum(['queued', 'running', 'completed', 'failed']),
  total_controls: z.number(),
  passed_controls: z.number(),
  failed_controls: z.number(),
  scores: z
    .object({ overall: z.number(), frameworks: z.array(z.object({ framework: text, score: z.number() })) })
    .nullable(),
  failure_reason: z.object({ code: text, message: text }).nullable(),
});

/** Answer of `GET /api/ucf/scorecard`. */
export const Scorecard = z.object({
  frameworks: z.array(
    z.object({
      framework: text,
      assured_score: z.number().nullable(),
      score: z.number().nullable(),
      total_controls: z.number(),
      passed_controls: z.number(),
      assured_controls: z.number(),
      failed_controls: z.number(),
    }),
  ),
});

/** Answer of `GET /api/scans/{scan_job_id}/results`. */
export const ScanResults = z.array(
  z.object({ framework: text, status: z.enum(['pass', 'fail', 'not-applicable']), evaluated: z.boolean() }),
);

/** One control's result. */
export type ScanResult = z.infer<typeof ScanResults>[number];
