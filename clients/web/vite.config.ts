import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// While developing (`npm run dev`, or `npx vite preview` of what was built), Vite serves the page and hands the calls on to Envoy (or whatever speaks gRPC-Web there).
const edge = process.env.PAGEONE_EDGE ?? 'http://127.0.0.1:8080';
const proxy = { '^/pageone\\.v1\\.': edge };
const client = (file: string) => fileURLToPath(new URL(`../typescript/src/${file}`, import.meta.url));

export default defineConfig({
  // The page may be served below any path: it names its files relative to itself.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    // The client of this repository from its sources, with the page's own copies of what it needs.
    alias: [
      { find: /^pageone-client$/, replacement: client('index.ts') },
      { find: /^pageone-client\/(fairplay|v1)$/, replacement: client('$1.ts') },
    ],
    dedupe: ['@bufbuild/protobuf', '@connectrpc/connect', '@connectrpc/connect-web', '@noble/hashes'],
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
