import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Built into dist/console and served at `/` by the service. During work on the console
// `npx vite console` serves it with the API of a service on port 3000 behind it.
const service = process.env.SKEIN_SERVICE ?? 'http://127.0.0.1:3000';
const proxied = ['/api', '/auth', '/graphql', '/sandbox', '/error-codes.json', '/outbox'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The policy of the page allows no data: addresses for scripts, styles and fonts.
    assetsInlineLimit: 0,
    // Its inline helper would need an exception in the policy; every current browser preloads.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, service])),
      '/socket.io': { target: service, ws: true },
    },
  },
});
