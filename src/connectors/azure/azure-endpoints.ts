import type { AzureCloud } from './azure-settings.js';

/** Base URLs of an Azure cloud, without a trailing slash. */
export interface AzureEndpoints {
  /** Token service. */
  login: string;
  /** Azure Resource Manager. */
  management: string;
  /** Microsoft Graph. */
  graph: string;
  /** Data plane of a key vault, by its name. */
  vault: (name: string) => string;
}

/** OAuth scope of the token for each API. */
export interface AzureTokenScopes {
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

/** Base URLs of a cloud, pinned: no setting and no response changes where a token is sent. */
export function endpointsOf(cloud: AzureCloud): AzureEndpoints {
  const { login, management, graph, vault } = HOSTS[cloud];
  return {
    login: `https://${login}`,
    management: `https://${management}`,
    graph: `https://${graph}`,
    vault: (name) => `https://${name}.${vault}`,
  };
}

/** OAuth scopes of the tokens in a cloud. */
export function tokenScopesOf(cloud: AzureCloud): AzureTokenScopes {
  const { management, graph, vault } = HOSTS[cloud];
  return {
    management: `https://${management}/.default`,
    graph: `https://${graph}/.default`,
    vault: `https://${vault}/.default`,
  };
}
