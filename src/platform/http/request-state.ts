import type { Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once an API route has authenticated it. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Whether the route has a body; one without reads a body of any or no type (contract 18.20). */
    takesBody?: boolean;
  }
}
