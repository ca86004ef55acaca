import type { Connectors } from '../../connectors/registry.js';
import { checkedSettings, secretNames } from '../../connectors/settings.js';
import type { Vault } from '../../platform/crypto/vault.js';

/** The settings of an integration as its row has them: those that may be shown, and the secrets, sealed together. */
export interface StoredSettings {
  config: Record<string, unknown>;
  /** Null where there is none. */
  credentials?: string | null;
}

/** Checks the settings of integrations, and separates their secrets from the settings that may be shown. */
export class IntegrationSettings {
  constructor(
    private readonly connectors: Connectors,
    private readonly vault: Vault,
  ) {}

  /**
   * @param given as a client sent them
   * @param before of a connected integration: settings that `given` leaves out stay, and null removes one
   * @throws {AppError} VALIDATION_FAILED naming every wrong field
   */
  toStored(
    { id, type }: { id: string; type: string },
    given: Record<string, unknown>,
    before: StoredSettings = { config: {} },
  ): Required<StoredSettings> {
    const merged = Object.entries({ ...this.open({ id, ...before }), ...given }).filter(([, value]) => value !== null);
    const { settings } = this.connectors.get(type);
    const checked = Object.entries(checkedSettings(settings, Object.fromEntries(merged)));
    const secrets = new Set(secretNames(settings));
    const hidden = checked.filter(([name, value]) => secrets.has(name) && value !== undefined);
    return {
      config: Object.fromEntries(checked.filter(([name]) => !secrets.has(name))),
      credentials: hidden.length === 0 ? null : this.vault.seal(JSON.stringify(Object.fromEntries(hidden)), place(id)),
    };
  }

  /** All settings of an integration, secrets among them: for its connector, and for nothing else. */
  open({ id, config, credentials = null }: StoredSettings & { id: string }): Record<string, unknown> {
    if (credentials === null) return { ...config };
    return { ...config, ...(JSON.parse(this.vault.open(credentials, place(id))) as Record<string, unknown>) };
  }
}

/** Place of the secrets for the vault: the default of a sealed column. */
function place(id: string): string {
  return `integrations ${id} credentials`;
}
