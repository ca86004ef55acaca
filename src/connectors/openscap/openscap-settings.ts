import { z } from 'zod';

/** Path below a folder, of plain names: nothing that leads out, is hidden, or could be taken for an option. */
const DATA_STREAM = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*\.xml$/;
/** Profile ids of XCCDF 1.2. */
const PROFILE = /^xccdf_[A-Za-z0-9.-]+_profile_[A-Za-z0-9._-]+$/;

const OpenscapSettings = z.strictObject({
  data_stream: z
    .string()
    .max(255)
    .regex(DATA_STREAM, 'is no path such as ssg-debian12-ds.xml below the folder of contents')
    .optional()
    .meta({
      description:
        'A SCAP data stream or XCCDF file in the folder that the operator has set aside (OPENSCAP_CONTENT_DIR): scans then run oscap on the host of the worker, and imported reports are not looked at.',
    }),
  profile: z
    .string()
    .max(255)
    .regex(PROFILE, 'is no id of a profile, such as xccdf_org.ssgproject.content_profile_standard')
    .optional()
    .meta({ description: 'Id of the profile to evaluate; needed with a data stream.' }),
});

/** Content and profile to evaluate on the host. */
export interface Evaluation {
  dataStream: string;
  profile: string;
}

/** Settings where the operator allows no scans of the host: none may be given. */
export const ReportSettings = OpenscapSettings.superRefine((settings, context) => {
  for (const name of ['data_stream', 'profile'] as const) {
    if (settings[name] === undefined) continue;
    const message =
      'cannot be set: the operator of this installation allows no scans of its host, only imported reports';
    context.addIssue({ code: 'custom', path: [name], message });
  }
});

/** Settings where the operator allows scans of the host: a data stream with a profile, or neither. */
export const ScanSettings = OpenscapSettings.superRefine(({ data_stream: dataStream, profile }, context) => {
  if ((dataStream === undefined) === (profile === undefined)) return;
  const missing = dataStream === undefined ? 'data_stream' : 'profile';
  context.addIssue({ code: 'custom', path: [missing], message: 'is needed with the other one' });
});

/** The evaluation that the settings name; null where reports are imported. */
export function evaluationOf(config: Readonly<Record<string, unknown>>): Evaluation | null {
  const { data_stream: dataStream, profile } = OpenscapSettings.parse(config);
  return dataStream === undefined || profile === undefined ? null : { dataStream, profile };
}
