// Prints what the browser loads, in kB after gzip, and fails above the limits.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUILT = process.env.BUILT ?? fileURLToPath(new URL('../../src/interlock/web/', import.meta.url))
const manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'))

const FIRST = ['index.html']
const CHAT = [...FIRST, 'src/pages/Chat.tsx']
const LIMITS = [
  ['first load', FIRST, 150],
  ['chat route', CHAT, 330],
]

let failed = false
for (const [name, entries, limit] of LIMITS) {
  const files = new Set(entries.flatMap(filesOf))
  const kilobytes = [...files].reduce((sum, file) => sum + weigh(file), 0)
  const verdict = kilobytes <= limit ? 'ok' : 'TOO LARGE'
  failed ||= kilobytes > limit
  console.log(`${name.padEnd(12)} ${kilobytes.toFixed(1).padStart(7)} kB of ${limit}   ${verdict}`)
  if (process.argv.includes('--files')) {
    for (const file of files) console.log(`   ${weigh(file).toFixed(1).padStart(7)}  ${file}`)
  }
}
console.log(`everything   ${everything().toFixed(1).padStart(7)} kB`)
process.exit(failed ? 1 : 0)

function filesOf(key) {
  const seen = new Set()
  const files = new Set(key === 'index.html' ? ['index.html', 'theme.js'] : [])
  const walk = (name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build`)
    if (seen.has(name)) return
    seen.add(name)
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const more of chunk.imports ?? []) walk(more)
  }
  walk(key)
  return [...files]
}

function weigh(file) {
  return gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length / 1000
}

function everything(folder = '') {
  return readdirSync(join(BUILT, folder)).reduce((sum, name) => {
    const path = join(folder, name)
    return sum + (statSync(join(BUILT, path)).isDirectory() ? everything(path) : weigh(path))
  }, 0)
}
