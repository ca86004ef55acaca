import { Field, ObjectType } from 'type-graphql';
import { GraphQLJSONValue } from '../../platform/api/json.js';
import { ScanType } from '../scans/scan.type.js';

@ObjectType('ResourceProperty', { description: 'A property of a resource, as a scan read it.', simpleResolvers: true })
class ResourcePropertyType {
  @Field(() => String, { description: 'Name, as checks read it: `versioning`.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it says; null where its type has no such property any more.',
  })
  description!: string | null;

  @Field(() => GraphQLJSONValue, {
    nullable: true,
    description: 'Its value; null where the provider has none, or where it could not be read.',
  })
  value!: unknown;

  @Field(() => String, { nullable: true, description: 'Why it could not be read; null where it was.' })
  unreadReason!: string | null;
}

@ObjectType('ResourceConfiguration', {
  description: 'The properties of a resource that a scan read and evaluated.',
  simpleResolvers: true,
})
export class ResourceConfigurationType {
  @Field(() => ScanType, {
    nullable: true,
    description: 'The scan that read them; null where no stored scan did, as of what other scanners report.',
  })
  scan!: ScanType | null;

  @Field(() => [ResourcePropertyType], { description: 'In the order of the type; empty without a scan.' })
  properties!: ResourcePropertyType[];
}
