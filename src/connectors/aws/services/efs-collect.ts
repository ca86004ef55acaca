import { EFSClient, paginateDescribeFileSystems } from '@aws-sdk/client-efs';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** File systems. */
export async function* fileSystems(scope: AwsScope): AsyncGenerator<Resource> {
  for await (const { FileSystems: page = [] } of paginateDescribeFileSystems({ client: scope.client(EFSClient) }, {})) {
    for (const { FileSystemId: key = '', FileSystemArn: arn, Name: name, ...system } of page) {
      yield scope.resource({
        type: 'AwsEfsFileSystem',
        id:
          arn ?? `arn:${scope.session.partition}:elasticfilesystem:${scope.region}:${scope.account}:file-system/${key}`,
        name: name ?? key,
        properties: {
          encrypted: system.Encrypted === true,
          kms_key_id: system.KmsKeyId ?? null,
          state: system.LifeCycleState ?? '',
          size_bytes: system.SizeInBytes?.Value ?? 0,
          age_days: scope.ageDays(system.CreationTime),
          tags: Object.fromEntries((system.Tags ?? []).map(({ Key: tag, Value: value }) => [tag ?? '', value ?? ''])),
        },
      });
    }
  }
}
