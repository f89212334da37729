import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built beside the web UI by the benchmark, and shipped to nobody. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/plain/',
  plugins: [react()],
  build: { target: 'es2022', emptyOutDir: true },
})
