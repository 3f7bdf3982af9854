import fastify from 'fastify';

/**
 * The baseline of reads: Fastify answering a constant of the size of `GET /me`, nothing else.
 * Prints its origin; ends with its parent.
 */
const answer = {
  data: {
    userId: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f',
    authMethod: 'apiKey',
    apiKey: { id: '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60', label: 'bench', prefix: 'svc_4fT9aQ' },
    rateLimit: { limit: 1200, windowSeconds: 60 },
    username: 'bench_1',
    avatar: '',
    idpId: 'idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f',
    scopes: ['read', 'trade:spot', 'trade:predictions', 'trade:perps', 'groups', 'chat'],
  },
};

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        userId: text,
        authMethod: text,
        apiKey: { type: 'object', properties: { id: text, label: text, prefix: text } },
        rateLimit: {
          type: 'object',
          properties: { limit: { type: 'integer' }, windowSeconds: { type: 'integer' } },
        },
        username: text,
        avatar: text,
        idpId: text,
        scopes: { type: 'array', items: text },
      },
    },
  },
};

const app = fastify();
app.get('/me', { schema: { response: { 200: schema } } }, () => answer);
process.on('disconnect', () => process.exit(0));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
