import { writeFile } from 'node:fs/promises';
import { apiRoutes } from '../app/server.ts';
import { sandboxRoutes } from '../features/sandbox/index.ts';
import { sessionSandboxRoutes } from '../features/sessions/index.ts';
import { openApiDocument } from '../platform/http/openapi.ts';

const FILE = 'openapi.json';

/**
 * Stands for the services behind the routes. A description needs none of them: only handlers call
 * services, and no handler runs here, so that no database is needed either.
 */
const absent = new Proxy(() => undefined, { get: () => absent }) as never;

/** `npm run openapi`: writes the OpenAPI document of every route to `openapi.json`. */
const routes = [
  ...apiRoutes(absent, absent),
  ...sandboxRoutes(absent),
  ...sessionSandboxRoutes(absent),
];
await writeFile(FILE, `${JSON.stringify(openApiDocument(routes), null, 2)}\n`);
process.stdout.write(`${FILE}: ${routes.length} operations\n`);
