/** A form for a tool's arguments, made from its JSON Schema; what no field can hold is JSON text. */
import { membersOf, type Members } from '@/run/part'
import type { Json } from '@/wire/schema.gen'

export type FieldKind = 'line' | 'text' | 'number' | 'boolean' | 'choice' | 'json'

export interface FormField {
  name: string
  kind: FieldKind
  hint: string
  required: boolean
  options: string[]
  /** The schema wants text here, so that what is no JSON may be meant as that. */
  text: boolean
}

/** What a person typed, by field. */
export type Drafts = Record<string, string>
export type Faults = Record<string, FaultWord>

/** What is wrong before the server is asked; it has the last word. */
export type FaultWord = 'number' | 'json' | { server: string }

const LONG = 60

/** Fields for what the schema names and for what the arguments hold beyond it. */
export function fieldsOf(schema: Json | undefined, value: Json | undefined): FormField[] {
  const properties = membersOf(membersOf(schema)?.properties) ?? {}
  const held = membersOf(value) ?? {}
  const required = membersOf(schema)?.required
  const names = [...new Set([...Object.keys(properties), ...Object.keys(held)])]
  return names.map((name) => {
    const property = membersOf(properties[name]) ?? {}
    const options = Array.isArray(property.enum) ? property.enum.filter((one) => typeof one === 'string') : []
    return {
      name,
      kind: kindOf(property, held[name], options),
      hint: typeof property.description === 'string' ? property.description : '',
      required: Array.isArray(required) && required.includes(name),
      options,
      text: property.type === 'string',
    }
  })
}

function kindOf(property: Members, value: Json | undefined, options: string[]): FieldKind {
  const held = value === undefined ? 'nothing' : typeof value
  const fits = (type: string) => held === 'nothing' || held === type
  if (options.length > 0) return fits('string') ? 'choice' : 'json'
  const type = property.type === 'integer' ? 'number' : (property.type ?? held)
  if (typeof type !== 'string' || !fits(type)) return 'json'
  if (type === 'string') return textKind(String(value ?? ''))
  return type === 'boolean' || type === 'number' ? type : 'json'
}

function textKind(value: string): FieldKind {
  return value.length > LONG || value.includes('\n') ? 'text' : 'line'
}

export function draftsOf(fields: readonly FormField[], value: Json | undefined): Drafts {
  const held = membersOf(value) ?? {}
  return Object.fromEntries(fields.map(({ name, kind }) => [name, draftOf(kind, held[name])]))
}

function draftOf(kind: FieldKind, value: Json | undefined): string {
  if (value === undefined) return ''
  if (kind === 'json') return JSON.stringify(value, null, 2)
  return String(value)
}

/** The arguments that the drafts say; an empty field that need not be filled is left out. */
export function argumentsOf(
  fields: readonly FormField[],
  drafts: Drafts,
  before: Json | undefined,
): { value: Json; faults: Faults } {
  const held = membersOf(before) ?? {}
  const value: Record<string, Json> = {}
  const faults: Faults = {}
  for (const field of fields) {
    const draft = drafts[field.name] ?? ''
    const kept = held[field.name]
    if (draft === draftOf(field.kind, kept)) {
      if (kept !== undefined) value[field.name] = kept
    } else if (!isLeftOut(field, draft, kept)) {
      const read = readDraft(field, draft)
      if (read === undefined) faults[field.name] = field.kind === 'number' ? 'number' : 'json'
      // What can't be read changes nothing.
      const meant = read === undefined ? kept : read
      if (meant !== undefined) value[field.name] = meant
    }
  }
  return { value, faults }
}

/** An emptied field means no argument, but for text, where empty is a value. */
function isLeftOut({ kind, required }: FormField, draft: string, kept: Json | undefined): boolean {
  if (draft !== '' || required) return false
  return kept === undefined || (kind !== 'line' && kind !== 'text')
}

function readDraft({ kind, text }: FormField, draft: string): Json | undefined {
  if (kind === 'boolean') return draft === 'true'
  if (kind === 'number') return draft.trim() !== '' && Number.isFinite(Number(draft)) ? Number(draft) : undefined
  if (kind !== 'json') return draft
  return readJson(draft) ?? (text ? draft : undefined)
}

/** A JSON text, or undefined when it is none. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const EDITED = /^editedArgs\.?/

/** The server's faults by field; those that belong to none are under the empty name. */
export function serverFaults(given: unknown, fields: readonly FormField[]): Faults {
  const found: Faults = {}
  for (const one of Array.isArray(given) ? given : []) {
    const fault = membersOf(one)
    const path = String(fault?.path ?? '').replace(EDITED, '')
    const name = fields.find((field) => path === field.name || /^[.[]/.test(path.slice(field.name.length)) && path.startsWith(field.name))?.name ?? ''
    const place = path === name || name === '' ? '' : `${path}: `
    const words = `${place}${String(fault?.expected ?? '')}`
    const before = found[name]
    found[name] = { server: typeof before === 'object' ? `${before.server}; ${words}` : words }
  }
  return found
}
