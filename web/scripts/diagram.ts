// The page that draws diagrams, in one file: it runs without an origin, and so it can load no script.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const NAME = 'virtual:diagram-page'
const LIBRARY = '../node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'

/** Gives the app the address of that page, and builds or serves it. */
export function diagramPage(): Plugin {
  const source = page()
  const file = `assets/diagram-${digest(source, 'hex').slice(0, 10)}.html`
  return {
    name: 'diagram-page',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export const address = '/${file}'` : null),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source })
    },
    configureServer(server) {
      server.middlewares.use(`/${file}`, (_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.setHeader('content-security-policy', 'sandbox allow-scripts')
        response.end(source)
      })
    },
  }
}

function page(): string {
  const scripts = [read(LIBRARY), read('../diagram/draw.js')].map(inline)
  const digests = scripts.map((one) => `'sha256-${digest(one, 'base64')}'`).join(' ')
  const policy = `default-src 'none'; script-src ${digests}; style-src 'unsafe-inline'; img-src data:`
  const parts: Record<string, string> = {
    '%POLICY%': `<meta http-equiv="content-security-policy" content="${policy}" />`,
    '%SCRIPTS%': scripts.map((one) => `<script>${one}</script>`).join('\n    '),
  }
  return read('../diagram/page.html').replace(/%[A-Z]+%/g, (name) => parts[name] ?? name)
}

/** A script that no text of its own ends; the same to the engine. */
function inline(script: string): string {
  return script.replaceAll('\r\n', '\n').replace(/<(?=\/script|script|!--)/gi, '\\x3c')
}

function digest(text: string, form: 'hex' | 'base64'): string {
  return createHash('sha256').update(text).digest(form)
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
}
