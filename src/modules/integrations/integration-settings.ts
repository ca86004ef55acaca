import { isDeepStrictEqual } from 'node:util';
import type { Connectors } from '../../connectors/registry.js';
import {
  addressNames,
  checkedSettings,
  issuedSettings,
  secretNames,
  type Settings,
} from '../../connectors/settings.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { AppError } from '../../platform/errors.js';

/** Stored settings of an integration: the readable ones, and the sealed secrets. */
export interface StoredSettings {
  config: Record<string, unknown>;
  /** Null without secrets. */
  credentials?: string | null;
}

/** Validation of settings, and separation of the secrets. */
export class IntegrationSettings {
  constructor(
    private readonly connectors: Connectors,
    private readonly vault: Vault,
  ) {}

  /**
   * Validates settings and seals their secrets.
   * @param externalId value of the settings that the service gives
   * @param given from a client
   * @param before of an existing integration: settings omitted in `given` stay, and null removes one
   * @throws {AppError} VALIDATION_FAILED naming every invalid field, and every stored credential that another address would get
   */
  toStored(
    { id, type, externalId }: { id: string; type: string; externalId: string },
    given: Record<string, unknown>,
    before: StoredSettings = { config: {} },
  ): Required<StoredSettings> {
    const former = this.open({ id, ...before });
    const { settings } = this.connectors.get(type);
    const issued = issuedValues(settings, { former, given, externalId });
    const merged = Object.entries({ ...former, ...given, ...issued }).filter(([, value]) => value !== null);
    const valid = checkedSettings(settings, Object.fromEntries(merged));
    refuseMovedCredentials(settings, { former, valid, given });
    const checked = Object.entries(valid);
    const secrets = new Set(secretNames(settings));
    const hidden = checked.filter(([name, value]) => secrets.has(name) && value !== undefined);
    return {
      config: Object.fromEntries(checked.filter(([name]) => !secrets.has(name))),
      credentials: hidden.length === 0 ? null : this.vault.seal(JSON.stringify(Object.fromEntries(hidden)), place(id)),
    };
  }

  /** All settings of an integration including its secrets: for its connector only. */
  open({ id, config, credentials = null }: StoredSettings & { id: string }): Record<string, unknown> {
    if (credentials === null) return { ...config };
    return { ...config, ...(JSON.parse(this.vault.open(credentials, place(id))) as Record<string, unknown>) };
  }
}

interface IssuedChange {
  /** Stored settings with their secrets; empty for a new integration. */
  former: Record<string, unknown>;
  given: Record<string, unknown>;
  externalId: string;
}

/**
 * Values of the settings that the service gives: null where no setting with which one is used is set. One that an
 * integration from before has stays with the roles that it was made for; null replaces it by ours.
 * @throws {AppError} VALIDATION_FAILED for a value of the client's own
 */
function issuedValues(settings: Settings, { former, given, externalId }: IssuedChange): Record<string, unknown> {
  return Object.fromEntries(
    issuedSettings(settings).map(({ name, others }) => {
      const asked = given[name] ?? null;
      if (asked !== null && asked !== externalId && asked !== former[name])
        throw AppError.invalid(`/config/${name}`, 'is given by the service and cannot be chosen: leave it out');
      const wanted = others.map((other) => (other in given ? given[other] : former[other]) ?? null);
      if (wanted.every((value) => value === null)) return [name, null];
      const isSame = others.every((other, index) => wanted[index] === (former[other] ?? null));
      const stays = former[name] !== undefined && given[name] !== null && isSame;
      return [name, stays && asked !== externalId ? former[name] : externalId];
    }),
  );
}

/** Place of the secrets in the vault: the default of a sealed column. */
function place(id: string): string {
  return `integrations ${id} credentials`;
}

interface SettingsChange {
  /** Stored settings with their secrets; empty for a new integration. */
  former: Record<string, unknown>;
  valid: Record<string, unknown>;
  given: Record<string, unknown>;
}

/**
 * A stored credential never goes to a new address: whoever may change an integration need not know its secrets, and would
 * receive them there.
 */
function refuseMovedCredentials(settings: Settings, { former, valid, given }: SettingsChange): void {
  const stored = secretNames(settings).filter((name) => former[name] !== undefined && !(name in given));
  if (stored.length === 0) return;
  const before = settings.safeParse(former).data ?? former;
  const moved = addressNames(settings).filter((name) => !isDeepStrictEqual(before[name], valid[name]));
  if (moved.length === 0) return;
  const message = `must be given again (or null to remove it), because ${moved.join(', ')} decides where it is sent`;
  throw new AppError('VALIDATION_FAILED', 'the stored credentials must be given again', {
    details: stored.map((name) => ({ field: `/config/${name}`, message })),
  });
}
