import { fileURLToPath } from 'node:url'

import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'

import { diagramPage } from './scripts/diagram.ts'

/** A running server: `make run PORT=8420`, then `npm run dev`. */
const SERVER = process.env.INTERLOCK_URL ?? 'http://127.0.0.1:8420'

/** What the server sends with these files, so that a violation shows while developing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const served: ProxyOptions = {
  target: SERVER,
  configure(proxy) {
    // The server answers only to pages of its own origin, and the page's is Vite's.
    proxy.on('proxyReq', (request) => request.setHeader('origin', SERVER))
    // A server that is away is away for the page, too.
    proxy.on('error', (_error, _request, response) => {
      if ('writeHead' in response && !response.headersSent) response.writeHead(502)
      response.end()
    })
  },
  changeOrigin: true,
}
const proxy = Object.fromEntries(
  ['/api', '/v1', '/livez', '/readyz', '/openapi.json'].map((path) => [path, served]),
)

export default defineConfig({
  plugins: [react(), tailwind(), diagramPage()],
  resolve: {
    alias: {
      '@': here('./src'),
      // Half of the markdown renderer's weight, for what this page neither wants nor needs.
      'rehype-raw': here('./src/shims/rehype-raw.ts'),
      'tailwind-merge': here('./src/shims/tailwind-merge.ts'),
    },
  },
  // The gallery of dev/ shows the recorded runs of the tests.
  server: { proxy, fs: { allow: [here('..')] } },
  preview: { proxy, headers: { 'content-security-policy': POLICY } },
  build: {
    outDir: here('../src/interlock/web'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/ },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
          ],
        },
      },
    },
  },
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
})
