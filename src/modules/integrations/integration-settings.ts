import type { Connectors } from '../../connectors/registry.js';
import { checkedSettings, secretNames } from '../../connectors/settings.js';
import type { Vault } from '../../platform/crypto/vault.js';

/** The settings of an integration as they are kept: what may be shown, and the secrets, sealed together. */
export interface KeptSettings {
  config: Record<string, unknown>;
  /** Null where there is none. */
  credentials: string | null;
}

/** Checks the settings of integrations, and keeps their secrets apart from what may be shown. */
export class IntegrationSettings {
  constructor(
    private readonly connectors: Connectors,
    private readonly vault: Vault,
  ) {}

  /**
   * @param given as a client sent them
   * @param kept of an integration that is there already: what `given` leaves out stays, and null takes a setting away
   * @throws {AppError} VALIDATION_FAILED naming every wrong field
   */
  keep(
    { id, type }: { id: string; type: string },
    given: Record<string, unknown>,
    kept: KeptSettings = { config: {}, credentials: null },
  ): KeptSettings {
    const merged = Object.entries({ ...this.open(id, kept), ...given }).filter(([, value]) => value !== null);
    const { settings } = this.connectors.get(type);
    const checked = Object.entries(checkedSettings(settings, Object.fromEntries(merged)));
    const secrets = new Set(secretNames(settings));
    const hidden = checked.filter(([name, value]) => secrets.has(name) && value !== undefined);
    return {
      config: Object.fromEntries(checked.filter(([name]) => !secrets.has(name))),
      credentials: hidden.length === 0 ? null : this.vault.seal(JSON.stringify(Object.fromEntries(hidden)), place(id)),
    };
  }

  /** All settings of an integration, secrets among them: for its connector, and for nobody else. */
  open(id: string, { config, credentials }: KeptSettings): Record<string, unknown> {
    if (credentials === null) return { ...config };
    return { ...config, ...(JSON.parse(this.vault.open(credentials, place(id))) as Record<string, unknown>) };
  }
}

/** As `SEALED_COLUMNS` has it. */
function place(id: string): string {
  return `integrations ${id} credentials`;
}
