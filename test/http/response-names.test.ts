import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { Socket, type LiveAnswer } from './socket.js';

/** Own properties of `Object.prototype`, which every object of JavaScript seems to have. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
/** One more than executions of a document before it is compiled. */
const TIMES = 3;

describe('a field under a name that objects of JavaScript inherit', () => {
  let service: TestService;
  let socket: Socket;
  let userId: string;

  beforeAll(async () => {
    service = await startService();
    socket = await Socket.connect(service.baseUrl, service.a.admin.token);
    userId = (await service.a.admin.data<{ me: { id: string } }>('{ me { id } }')).me.id;
  });
  afterAll(async () => {
    await socket.close();
    await service.stop();
  });

  const WAYS: [string, (query: string) => Promise<LiveAnswer>][] = [
    ['HTTP', async (query) => (await service.a.admin.graphql(query)).body as LiveAnswer],
    ['a socket', (query) => socket.ask(query)],
  ];

  it.each(WAYS)('is answered over %s, or refused as an alias where it is __proto__', async (_name, ask) => {
    for (const name of INHERITED) {
      for (let time = 0; time < TIMES; time += 1) {
        const { data, errors } = await ask(`{ me { ${name}: id } }`);
        if (name === '__proto__')
          expect(errors?.map(({ message }) => message)).toEqual(['a field cannot have the alias __proto__']);
        else expect([name, data]).toEqual([name, { me: { [name]: userId } }]);
      }
    }
  });
});
