import type { Connector } from './connector.js';

/** The connectors of the service, by type of integration. */
export class Connectors {
  private readonly byType: ReadonlyMap<string, Connector>;

  constructor(connectors: Connector[]) {
    this.byType = new Map(connectors.map((connector) => [connector.type, connector]));
  }

  all(): Connector[] {
    return [...this.byType.values()];
  }

  /** Types of all connectors. */
  types(): string[] {
    return [...this.byType.keys()];
  }

  has(type: string): boolean {
    return this.byType.has(type);
  }

  /** @throws {Error} for a type that `has` does not know */
  get(type: string): Connector {
    const connector = this.byType.get(type);
    if (!connector) throw new Error(`no connector for integrations of type ${type}`);
    return connector;
  }
}
