import {
  DescribeSnapshotAttributeCommand,
  DescribeVolumesCommand,
  EC2Client,
  GetEbsEncryptionByDefaultCommand,
  paginateDescribeSnapshots,
  paginateDescribeVolumes,
} from '@aws-sdk/client-ec2';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { backupSelections, isSelected } from './backup-selections.js';
import { ec2Arn } from './ec2-shared.js';
import { nameOf, tagsOf } from './tags.rules.js';

const PAGE = 500;

/** EBS volumes. */
export async function* volumes(scope: AwsScope): AsyncGenerator<Resource> {
  const selections = await scope.known(backupSelections(scope));
  const pages = paginateDescribeVolumes({ client: scope.client(EC2Client), pageSize: PAGE }, {});
  for await (const { Volumes: found = [] } of pages) {
    for (const { VolumeId: id = '', Tags: tags, ...volume } of found) {
      const arn = ec2Arn(scope, 'volume', id);
      yield scope.resource({
        type: 'AwsEc2Volume',
        id: arn,
        name: nameOf(tags, id),
        properties: {
          state: volume.State ?? 'unknown',
          encrypted: volume.Encrypted ?? false,
          kms_key_id: volume.KmsKeyId ?? null,
          size_gib: volume.Size ?? 0,
          attached_to: (volume.Attachments ?? []).flatMap(({ InstanceId: instance }) => instance ?? []),
          protected_by_backup_plan: selections === null ? null : isSelected({ arn, tags: tagsOf(tags) }, selections),
          tags: tagsOf(tags),
        },
      });
    }
  }
}

/** Default encryption of EBS in the region. */
export async function* ebsSettings(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EC2Client);
  const [{ EbsEncryptionByDefault: isOn = false }, { Volumes: found = [] }] = await Promise.all([
    client.send(new GetEbsEncryptionByDefaultCommand({})),
    client.send(new DescribeVolumesCommand({ MaxResults: 5 })),
  ]);
  yield scope.resource({
    type: 'AwsEc2EbsSettings',
    id: ec2Arn(scope, 'ebs-settings', scope.region),
    name: scope.region,
    properties: { encryption_by_default: isOn, has_volumes: found.length > 0 },
  });
}

/** EBS snapshots of the account. */
export async function* snapshots(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EC2Client);
  const candidates = await publicCandidates(scope);
  for await (const { Snapshots: found = [] } of paginateDescribeSnapshots(
    { client, pageSize: PAGE },
    { OwnerIds: ['self'] },
  )) {
    for (const { SnapshotId: id = '', Tags: tags, ...snapshot } of found) {
      if (snapshot.OwnerId !== undefined && snapshot.OwnerId !== scope.account) continue;
      yield scope.resource({
        type: 'AwsEc2Snapshot',
        id: ec2Arn(scope, 'snapshot', id),
        name: nameOf(tags, id),
        properties: {
          is_public: candidates.has(id) ? await isPublic(scope, id) : false,
          encrypted: snapshot.Encrypted ?? false,
          volume_id: snapshot.VolumeId ?? null,
          age_days: scope.ageDays(snapshot.StartTime),
          tags: tagsOf(tags),
        },
      });
    }
  }
}

/** Ids of public snapshots, in one list: one call for each snapshot would be needed otherwise. */
async function publicCandidates(scope: AwsScope): Promise<Set<string>> {
  const ids = new Set<string>();
  const pages = paginateDescribeSnapshots(
    { client: scope.client(EC2Client), pageSize: PAGE },
    { OwnerIds: ['self'], RestorableByUserIds: ['all'] },
  );
  for await (const { Snapshots: found = [] } of pages) for (const { SnapshotId: id = '' } of found) ids.add(id);
  return ids;
}

async function isPublic(scope: AwsScope, id: string): Promise<boolean | null> {
  const command = new DescribeSnapshotAttributeCommand({ SnapshotId: id, Attribute: 'createVolumePermission' });
  const answer = await scope.known(scope.client(EC2Client).send(command));
  return answer === null ? null : (answer.CreateVolumePermissions ?? []).some(({ Group: group }) => group === 'all');
}
