import { AppError } from '../../platform/errors.js';

/** Limits and features of a license tier. Source: schema/contract/organizations.md, "License tiers". */
export interface Tier {
  usersMax: number;
  /** Limit of active frameworks. */
  frameworksMax: number;
  /** Slugs of the available frameworks, in the order of the specification. */
  frameworks: readonly string[];
  /** Limit of everything that is stored in files. Bytes. A daily scan of 20,000 resources for a year takes about 4 GiB. */
  storedBytesMax: number;
  /** Limit of their number; a scan stores three. */
  storedFilesMax: number;
}

const GIB = 2 ** 30;

export const LICENSE_TIERS = ['STARTER', 'PROFESSIONAL', 'ENTERPRISE'] as const;
export type LicenseTier = (typeof LICENSE_TIERS)[number];

export const TIERS: Readonly<Record<LicenseTier, Tier>> = {
  STARTER: {
    usersMax: 5,
    frameworksMax: 2,
    frameworks: ['soc2', 'iso27001', 'nist-csf'],
    storedBytesMax: 20 * GIB,
    storedFilesMax: 20_000,
  },
  PROFESSIONAL: {
    usersMax: 50,
    frameworksMax: 5,
    frameworks: ['soc2', 'cmmc', 'iso27001', 'hipaa', 'nist-csf', 'pci-dss'],
    storedBytesMax: 200 * GIB,
    storedFilesMax: 200_000,
  },
  ENTERPRISE: {
    usersMax: 1_000,
    frameworksMax: 7,
    frameworks: ['soc2', 'cmmc', 'iso27001', 'hipaa', 'hitrust', 'nist-csf', 'pci-dss'],
    storedBytesMax: 1_024 * GIB,
    storedFilesMax: 1_000_000,
  },
};

/** What a tier includes and another does not: each framework, as `framework_` and its slug in snake_case. */
export function featuresOf(tier: LicenseTier): Record<string, boolean> {
  const all = new Set(LICENSE_TIERS.flatMap((each) => TIERS[each].frameworks));
  const included = new Set(TIERS[tier].frameworks);
  return Object.fromEntries([...all].map((slug) => [`framework_${slug.replaceAll('-', '_')}`, included.has(slug)]));
}

/** Initial frameworks of a new tenant: the first ones of its tier, up to the limit. */
export function defaultFrameworks(tier: LicenseTier): string[] {
  return TIERS[tier].frameworks.slice(0, TIERS[tier].frameworksMax);
}

/**
 * Validated choice of active frameworks, each once, in the order of the specification.
 * @throws {AppError} LICENSE_LIMIT_REACHED for one that is not in the tier, and for too many
 */
export function checkedFrameworks(tier: LicenseTier, wanted: readonly string[]): string[] {
  const { frameworks, frameworksMax } = TIERS[tier];
  const missing = wanted.find((slug) => !frameworks.includes(slug));
  if (missing)
    throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${tier} does not include the framework ${missing}`);
  const chosen = frameworks.filter((slug) => wanted.includes(slug));
  if (chosen.length <= frameworksMax) return chosen;
  throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${tier} allows ${frameworksMax} active frameworks`);
}

/** Limits of stored files in a tier. @param tier of a viewer */
export function storageLimitOf(tier: string): { bytesMax: number; filesMax: number } {
  const found = LICENSE_TIERS.find((each) => each === tier);
  if (!found) throw new Error(`there is no tier ${tier}`);
  return { bytesMax: TIERS[found].storedBytesMax, filesMax: TIERS[found].storedFilesMax };
}
