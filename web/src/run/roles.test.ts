import { expect, test } from 'vitest'

import { accessSearch } from '@/run/accessSearch'
import { groupsOf, rolesOf } from '@/run/roles'

test('roles come back as they were, whatever is written between them', () => {
  const roles = ['approver', 'group:finance', 'group:legal']
  expect(rolesOf(['approver'], groupsOf(roles).join(', '))).toEqual(roles)
  expect(rolesOf([], ' group:a,,group:b  group:a ')).toEqual(['group:a', 'group:b'])
})

test('an address that makes no sense is the first view', () => {
  expect([accessSearch({ view: 'x', actor: 7 }), accessSearch({ view: 'audit', action: 'key.create', more: 1 })]).toEqual([
    {},
    { view: 'audit', action: 'key.create' },
  ])
})
