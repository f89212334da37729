import { expect, test } from 'vitest'

import { changesOf } from '@/run/diff'
import { argumentsOf, draftsOf, fieldsOf, serverFaults } from '@/run/form'

const SCHEMA = {
  type: 'object',
  properties: {
    folder: { type: 'string', description: 'The folder.' },
    days: { type: 'integer' },
    deep: { type: 'boolean' },
    how: { enum: ['soft', 'hard'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['folder'],
}
const VALUE = { folder: 'a', days: 90, deep: true, how: 'soft', tags: ['x'], extra: { y: 1 } }
const FIELDS = fieldsOf(SCHEMA, VALUE)

test('each argument gets the field that fits it, and what no field holds is JSON', () => {
  expect(FIELDS.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['folder', 'line', true],
    ['days', 'number', false],
    ['deep', 'boolean', false],
    ['how', 'choice', false],
    ['tags', 'json', false],
    ['extra', 'json', false],
  ])
})

test('a form that nobody touched gives back exactly the arguments', () => {
  expect(argumentsOf(FIELDS, draftsOf(FIELDS, VALUE), VALUE)).toEqual({ value: VALUE, faults: {} })
})

test('a value that its schema does not allow is kept as it is, never bent', () => {
  const odd = { folder: 7, days: 'many' }
  const fields = fieldsOf(SCHEMA, odd)
  expect(argumentsOf(fields, draftsOf(fields, odd), odd)).toEqual({ value: odd, faults: {} })
})

test('text may take the place of a value that was none', () => {
  const fields = fieldsOf(SCHEMA, { folder: 7 })
  expect(argumentsOf(fields, { folder: 'drafts' }, { folder: 7 })).toEqual({ value: { folder: 'drafts' }, faults: {} })
})

test('changed fields are read by their kind, and an emptied number is left out', () => {
  const drafts = { ...draftsOf(FIELDS, VALUE), folder: '', days: '', deep: 'false', tags: '["y"]' }
  expect(argumentsOf(FIELDS, drafts, VALUE).value).toEqual({
    folder: '',
    deep: false,
    how: 'soft',
    tags: ['y'],
    extra: { y: 1 },
  })
})

test('what can be no number or JSON is said at its field, and changes nothing', () => {
  const drafts = { ...draftsOf(FIELDS, VALUE), days: 'soon', tags: '[' }
  expect(argumentsOf(FIELDS, drafts, VALUE)).toEqual({ value: VALUE, faults: { days: 'number', tags: 'json' } })
})

test('the server’s faults stand at their fields', () => {
  const given = [
    { path: 'editedArgs.folder', expected: 'required: a string' },
    { path: 'editedArgs.tags[0]', expected: 'a string' },
    { path: 'editedArgs', expected: 'an object' },
    { path: 'editedArgs.folderx', expected: 'no such argument' },
  ]
  expect(serverFaults(given, FIELDS)).toEqual({
    folder: { server: 'required: a string' },
    tags: { server: 'tags[0]: a string' },
    '': { server: 'an object; no such argument' },
  })
})

test('an edit is told by what it changes', () => {
  const after = { days: 30, folder: 'a', deep: true, how: 'soft', tags: ['x'], more: 1 }
  expect(changesOf(VALUE, after)).toEqual([
    { name: 'days', before: 90, after: 30 },
    { name: 'extra', before: { y: 1 }, after: undefined },
    { name: 'more', before: undefined, after: 1 },
  ])
})
