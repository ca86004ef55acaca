import type { Connectors } from '../../connectors/registry.js';
import { checkedSettings, secretNames } from '../../connectors/settings.js';
import type { Vault } from '../../platform/crypto/vault.js';

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
   * @param given from a client
   * @param before of an existing integration: settings omitted in `given` stay, and null removes one
   * @throws {AppError} VALIDATION_FAILED naming every invalid field
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

  /** All settings of an integration including its secrets: for its connector only. */
  open({ id, config, credentials = null }: StoredSettings & { id: string }): Record<string, unknown> {
    if (credentials === null) return { ...config };
    return { ...config, ...(JSON.parse(this.vault.open(credentials, place(id))) as Record<string, unknown>) };
  }
}

/** Place of the secrets in the vault: the default of a sealed column. */
function place(id: string): string {
  return `integrations ${id} credentials`;
}
