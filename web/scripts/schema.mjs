// Writes src/wire/schema.gen.ts from the server's own description of its API.
//   interlock's /openapi.json on standard input:  node scripts/schema.mjs < openapi.json
//   --check says with exit code 1 that the file has drifted.
import { readFileSync, writeFileSync } from 'node:fs'

const TARGET = new URL('../src/wire/schema.gen.ts', import.meta.url)
const document = JSON.parse(readFileSync(0, 'utf8'))
const head = '// Generated from the server\'s openapi.json by scripts/schema.mjs. Do not edit.\n\n'
const json = 'export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }\n'

const parts = Object.entries(document.components.schemas).map(([name, schema]) => declare(name, schema))
const text = `${head}${json}\n${parts.join('\n')}`

if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== text) {
    console.error('src/wire/schema.gen.ts has drifted from the server. Run: make generate')
    process.exit(1)
  }
} else {
  writeFileSync(TARGET, text)
}

function declare(name, schema) {
  const about = schema.description ? `${comment(schema.description, '')}\n` : ''
  if (schema.type !== 'object' || !schema.properties) {
    return `${about}export type ${name} = ${typeOf(schema)}\n`
  }
  return `${about}export interface ${name} {\n${members(schema)}\n}\n`
}

function members(schema) {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties)
    .map(([key, value]) => {
      const about = value.description ? `${comment(value.description, '  ')}\n` : ''
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)
      return `${about}  ${name}${required.has(key) ? '' : '?'}: ${typeOf(value)}`
    })
    .join('\n')
}

function comment(words, indent) {
  const lines = words.replaceAll('``', '`').replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  return ofType(schema)
}

function ofType(schema) {
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array': {
      const item = typeOf(schema.items ?? {})
      return item.includes('|') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      if (schema.properties) return `{\n${members(schema)}\n}`
      return `Record<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : 'Json'}>`
    default:
      return 'Json'
  }
}
