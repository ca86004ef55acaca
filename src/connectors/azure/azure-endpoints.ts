import type { AzureCloud } from './azure-settings.js';

/** Where an Azure answers. No address ends with a slash. */
export interface AzureEndpoints {
  /** Gives tokens. */
  login: string;
  /** Azure Resource Manager. */
  management: string;
  /** Microsoft Graph. */
  graph: string;
  /** The contents of a key vault, by its name. */
  vault: (name: string) => string;
}

/** What a token is for: one scope per interface. */
export interface AzureScopes {
  management: string;
  graph: string;
  vault: string;
}

const HOSTS = {
  public: {
    login: 'login.microsoftonline.com',
    management: 'management.azure.com',
    graph: 'graph.microsoft.com',
    vault: 'vault.azure.net',
  },
  usgovernment: {
    login: 'login.microsoftonline.us',
    management: 'management.usgovcloudapi.net',
    graph: 'graph.microsoft.us',
    vault: 'vault.usgovcloudapi.net',
  },
  china: {
    login: 'login.partner.microsoftonline.cn',
    management: 'management.chinacloudapi.cn',
    graph: 'microsoftgraph.chinacloudapi.cn',
    vault: 'vault.azure.cn',
  },
} satisfies Record<AzureCloud, Record<string, string>>;

/** The addresses of a cloud, pinned: no setting and no answer changes where a token is sent. */
export function endpointsOf(cloud: AzureCloud): AzureEndpoints {
  const { login, management, graph, vault } = HOSTS[cloud];
  return {
    login: `https://${login}`,
    management: `https://${management}`,
    graph: `https://${graph}`,
    vault: (name) => `https://${name}.${vault}`,
  };
}

/** What to ask tokens for in a cloud. */
export function scopesOf(cloud: AzureCloud): AzureScopes {
  const { management, graph, vault } = HOSTS[cloud];
  return {
    management: `https://${management}/.default`,
    graph: `https://${graph}/.default`,
    vault: `https://${vault}/.default`,
  };
}
