import { paginateListSecrets, SecretsManagerClient, type SecretListEntry } from '@aws-sdk/client-secrets-manager';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Metadata of secrets. Their values are never read. */
export async function* secrets(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateListSecrets({ client: scope.client(SecretsManagerClient) }, { MaxResults: 100 });
  for await (const { SecretList: page = [] } of pages) {
    for (const secret of page) {
      yield scope.resource({
        type: 'AwsSecretsManagerSecret',
        id: secret.ARN ?? '',
        name: secret.Name ?? '',
        properties: propertiesOf(scope, secret),
      });
    }
  }
}

function propertiesOf(scope: AwsScope, secret: SecretListEntry) {
  return {
    rotation_enabled: secret.RotationEnabled === true,
    rotation_days: secret.RotationRules?.AutomaticallyAfterDays ?? null,
    last_rotated_days: scope.ageDays(secret.LastRotatedDate),
    last_changed_days: scope.ageDays(secret.LastChangedDate),
    last_accessed_days: scope.ageDays(secret.LastAccessedDate),
    kms_key_id: secret.KmsKeyId ?? null,
    owning_service: secret.OwningService ?? null,
    age_days: scope.ageDays(secret.CreatedDate),
    tags: Object.fromEntries((secret.Tags ?? []).map(({ Key: key, Value: value }) => [key ?? '', value ?? ''])),
  };
}
