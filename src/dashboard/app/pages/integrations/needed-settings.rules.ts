/** Settings that are wrong together, by the key of their message (`needed.…` of the messages). */
type Needed =
  | 'roleOrKey'
  | 'secretOfKey'
  | 'keyOfSecret'
  | 'keyOfToken'
  | 'memberRole'
  | 'roleOfExternalId'
  | 'kubeconfigOrServer'
  | 'kubeconfigAlone'
  | 'streamAndProfile'
  | 'secretOrClientCertificate'
  | 'secretOrCertificate'
  | 'tokenOrApp'
  | 'tokenOrKey';

/** Refusals of the service whose words are for clients of its interface. */
const REFUSALS: Readonly<Record<string, Needed>> = {
  'is needed where there is no access key': 'roleOrKey',
  'is needed for the access key': 'secretOfKey',
  'is needed for the secret': 'keyOfSecret',
  'is needed for the session token': 'keyOfToken',
  'is needed for the other accounts': 'memberRole',
  'is needed for the external id': 'roleOfExternalId',
  'is needed, or a kubeconfig': 'kubeconfigOrServer',
  'is for integrations without a kubeconfig': 'kubeconfigAlone',
  'is needed with the other one': 'streamAndProfile',
  'give either a client secret or a client certificate': 'secretOrClientCertificate',
  'give either client_secret or certificate': 'secretOrCertificate',
  'either token, or app_id, installation_id and private_key together, are needed': 'tokenOrApp',
  'give either api_token, or client_id and private_key': 'tokenOrKey',
};

/** The message for a refusal of the service; undefined where its own words are shown. */
export function neededOf(refusal: string): Needed | undefined {
  return REFUSALS[refusal];
}

interface Fault {
  /** Name of the setting at which it is shown. */
  field: string;
  needed: Needed;
}
type Has = (name: string) => boolean;

const FAULTS: Readonly<Record<string, (has: Has) => Fault | null>> = {
  aws: (has) => {
    if (!has('access_key_id') && !has('role_arn')) return { field: 'role_arn', needed: 'roleOrKey' };
    if (has('access_key_id') && !has('secret_access_key')) return { field: 'secret_access_key', needed: 'secretOfKey' };
    if (has('secret_access_key') && !has('access_key_id')) return { field: 'access_key_id', needed: 'keyOfSecret' };
    if (has('session_token') && !has('access_key_id')) return { field: 'access_key_id', needed: 'keyOfToken' };
    if (has('member_accounts') && !has('member_role')) return { field: 'member_role', needed: 'memberRole' };
    const isWithoutRole = !has('member_role') && !has('role_arn');
    return has('external_id') && isWithoutRole ? { field: 'role_arn', needed: 'roleOfExternalId' } : null;
  },
  kubernetes: (has) => {
    if (has('kubeconfig')) {
      const second = ['server', 'token', 'ca'].find(has);
      return second === undefined ? null : { field: second, needed: 'kubeconfigAlone' };
    }
    const missing = ['server', 'token'].find((name) => !has(name));
    return missing === undefined ? null : { field: missing, needed: 'kubeconfigOrServer' };
  },
  openscap: (has) => {
    if (has('data_stream') === has('profile')) return null;
    return { field: has('profile') ? 'data_stream' : 'profile', needed: 'streamAndProfile' };
  },
  azure: (has) =>
    has('client_secret') === has('client_certificate')
      ? { field: 'client_secret', needed: 'secretOrClientCertificate' }
      : null,
  m365: (has) =>
    has('client_secret') === has('certificate') ? { field: 'client_secret', needed: 'secretOrCertificate' } : null,
  github: (has) => {
    const app = ['app_id', 'installation_id', 'private_key'].filter(has).length;
    return (has('token') ? app === 0 : app === 3) ? null : { field: 'token', needed: 'tokenOrApp' };
  },
  okta: (has) => {
    const key = ['client_id', 'private_key'].filter(has).length;
    return (has('api_token') ? key === 0 : key === 2) ? null : { field: 'api_token', needed: 'tokenOrKey' };
  },
};

/**
 * What the settings of a new integration lack together, before the service refuses them; null for nothing.
 * @param kind `aws`
 * @param config as it would be sent
 */
export function neededIn(kind: string, config: Readonly<Record<string, unknown>>): Fault | null {
  return FAULTS[kind]?.((name) => config[name] !== undefined) ?? null;
}
