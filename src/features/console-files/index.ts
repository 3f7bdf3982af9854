export { consoleDirectory } from './directory.ts';
export { serveConsole } from './serve.ts';
