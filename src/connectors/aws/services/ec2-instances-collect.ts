import {
  DescribeImagesCommand,
  DescribeInstanceAttributeCommand,
  EC2Client,
  paginateDescribeImages,
  paginateDescribeInstances,
  type Image,
  type Instance,
} from '@aws-sdk/client-ec2';
import { paginateDescribeInstanceInformation, SSMClient } from '@aws-sdk/client-ssm';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { ec2Arn } from './ec2-shared.js';
import { credentialsIn, instanceOf } from './ec2-instances.rules.js';
import { nameOf, tagsOf } from './tags.rules.js';

const CALLS_MAX = 4;
/** Page size, and limit of values in a filter. */
const PAGE = 200;

/** Instances with their images, user data and management by Systems Manager. */
export async function* instances(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EC2Client);
  const managed = await scope.known(managedNodes(scope));
  const images = new Map<string, Image>();
  for await (const { Reservations: reservations = [] } of paginateDescribeInstances({ client, pageSize: PAGE }, {})) {
    const found = reservations.flatMap(({ Instances: each = [] }) => each);
    await learnImages(scope, found, images);
    yield* asCompleted(found, CALLS_MAX, async (instance) => {
      const { InstanceId: id = '', ImageId: image = '', Tags: tags } = instance;
      return scope.resource({
        type: 'AwsEc2Instance',
        id: ec2Arn(scope, 'instance', id),
        name: nameOf(tags, id),
        properties: instanceOf(instance, {
          image: images.get(image) ?? null,
          ageDays: (moment) => scope.ageDays(moment),
          managed,
          userDataSecrets: await userDataSecrets(scope, instance),
        }),
      });
    });
  }
}

/** Machine images of the account. */
export async function* images(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateDescribeImages(
    { client: scope.client(EC2Client), pageSize: PAGE },
    { Owners: ['self'], IncludeDeprecated: true },
  );
  for await (const { Images: found = [] } of pages) {
    for (const { ImageId: id = '', Name: name, Tags: tags, ...image } of found) {
      const disks = (image.BlockDeviceMappings ?? []).flatMap(({ Ebs: disk }) => disk ?? []);
      yield scope.resource({
        type: 'AwsEc2Image',
        id: ec2Arn(scope, 'image', id),
        name: name ?? nameOf(tags, id),
        properties: {
          is_public: image.Public ?? false,
          image_name: name ?? null,
          age_days: scope.ageDays(image.CreationDate),
          encrypted: disks.length > 0 && disks.every(({ Encrypted: encrypted }) => encrypted === true),
          tags: tagsOf(tags),
        },
      });
    }
  }
}

/** Adds the images of instances that are not loaded yet. Deleted or private ones stay unknown. */
async function learnImages(scope: AwsScope, found: Instance[], images: Map<string, Image>): Promise<void> {
  const ids = [...new Set(found.flatMap(({ ImageId: id }) => id ?? []))].filter((id) => !images.has(id));
  if (ids.length === 0) return;
  const call = scope.client(EC2Client).send(
    // Requested by id, a deleted one would make the call fail for all others.
    new DescribeImagesCommand({ Filters: [{ Name: 'image-id', Values: ids }], IncludeDeprecated: true }),
  );
  const { Images: described = [] } = (await scope.known(call)) ?? {};
  for (const image of described) images.set(image.ImageId ?? '', image);
}

/** Ids of instances that Systems Manager manages. */
async function managedNodes(scope: AwsScope): Promise<Set<string>> {
  const ids = new Set<string>();
  const pages = paginateDescribeInstanceInformation({ client: scope.client(SSMClient), pageSize: 50 }, {});
  for await (const { InstanceInformationList: found = [] } of pages) {
    for (const { InstanceId: id = '' } of found) ids.add(id);
  }
  return ids;
}

/** User data; a terminated instance has none. */
async function userDataSecrets(scope: AwsScope, { InstanceId: id, State: state }: Instance): Promise<string[] | null> {
  if (state?.Name === 'terminated') return [];
  const command = new DescribeInstanceAttributeCommand({ InstanceId: id, Attribute: 'userData' });
  const answer = await scope.known(scope.client(EC2Client).send(command));
  return answer === null ? null : credentialsIn(answer.UserData?.Value ?? null);
}
