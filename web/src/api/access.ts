/** Keys, people, standing rules, and what administrators did. */
import { infiniteQueryOptions } from '@tanstack/react-query'

import { post, put, read, remove } from '@/api/client'
import { server } from '@/lib/paths'
import type { ActList, KeyIn, KeyList, KeyMade, RuleList, User, UserIn, UserList } from '@/wire/schema.gen'

export const keysQuery = infiniteQueryOptions({
  queryKey: ['keys'],
  initialPageParam: null as string | null,
  queryFn: ({ signal, pageParam }) => read<KeyList>(server.keys, { before: pageParam }, signal),
  getNextPageParam: (last) => last.before ?? null,
})

export const makeKey = (form: KeyIn) => post<KeyMade>(server.keys, form)
export const rotateKey = (id: string, hours: number) => post<KeyMade>(`${server.key(id)}/rotate`, { overlap_hours: hours })
export const revokeKey = (id: string) => remove(server.key(id))

export const usersQuery = infiniteQueryOptions({
  queryKey: ['users'],
  initialPageParam: null as string | null,
  queryFn: ({ signal, pageParam }) => read<UserList>(server.users, { before: pageParam }, signal),
  getNextPageParam: (last) => last.before ?? null,
})

export const putUser = (id: string, form: UserIn) => put<User>(server.user(id), form)

/** The rules that count now, or also those that ended. */
export const rulesQuery = (all: boolean) =>
  infiniteQueryOptions({
    queryKey: ['rules', all],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => read<RuleList>(server.rules, { all: all ? 1 : null, before: pageParam }, signal),
    getNextPageParam: (last) => last.before ?? null,
  })

export const revokeRule = (id: string) => remove(server.rule(id))

export const auditQuery = (filter: { actor?: string; action?: string }) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    initialPageParam: null as number | null,
    queryFn: ({ signal, pageParam }) => read<ActList>(server.audit, { ...filter, before: pageParam }, signal),
    getNextPageParam: (last) => last.before ?? null,
  })
