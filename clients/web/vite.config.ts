import { defineConfig } from 'vite';

// While developing, Vite serves the page and hands the calls on to Envoy (or whatever speaks gRPC-Web there).
const edge = process.env.PAGEONE_EDGE ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // The page may be served below any path: it names its files relative to itself.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { dedupe: ['@bufbuild/protobuf', '@connectrpc/connect'] },
  server: { host: '127.0.0.1', proxy: { '^/pageone\\.v1\\.': edge } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
