/** What those who run the server read and change: processes, schedules, webhooks. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { patch, post, read, remove } from '@/api/client'
import { server } from '@/lib/paths'
import type {
  Again,
  Coming,
  Delivery,
  DeliveryList,
  DeliveryView,
  Hook,
  HookForm,
  HookList,
  HookPatch,
  MadeHook,
  Me,
  Run,
  Schedule,
  ScheduleForm,
  ScheduleList,
  SchedulePatch,
  Slot,
  SlotList,
  When,
  WorkerList,
} from '@/wire/schema.gen'

const BEAT_MS = 3_000
const CALM_MS = 15_000

/** Who looks at this page, and what they may. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => read<Me>(server.me, {}, signal),
  staleTime: 300_000,
})

export const workersQuery = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => read<WorkerList>(server.workers, {}, signal),
  refetchInterval: BEAT_MS,
})

export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules', 'list'],
  initialPageParam: null as string | null,
  queryFn: ({ signal, pageParam }) => read<ScheduleList>(server.schedules, { before: pageParam }, signal),
  getNextPageParam: (last) => last.before ?? null,
  refetchInterval: CALM_MS,
})

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'one', id],
    queryFn: ({ signal }) => read<Schedule>(server.schedule(id), {}, signal),
    refetchInterval: CALM_MS,
  })

export const slotsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['schedules', 'slots', id],
    initialPageParam: null as number | null,
    queryFn: ({ signal, pageParam }) => read<SlotList>(server.slots(id), { before: pageParam }, signal),
    getNextPageParam: (last) => last.before ?? null,
    refetchInterval: CALM_MS,
  })

/** What became of its last time. */
export const lastSlotQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'last', id],
    queryFn: ({ signal }) =>
      read<SlotList>(server.slots(id), { limit: 1 }, signal).then((found): Slot | null => found.slots[0] ?? null),
    refetchInterval: CALM_MS,
  })

export const comingQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'coming', id],
    queryFn: ({ signal }) => read<Coming>(server.coming(id), {}, signal).then(({ slots }) => slots),
  })

/** The next times of what is only being written. */
export const previewQuery = (when: When) =>
  queryOptions({
    queryKey: ['preview', when],
    queryFn: () => post<Coming>(server.preview, when).then(({ slots }) => slots),
    retry: false,
    staleTime: 60_000,
  })

export const makeSchedule = (form: ScheduleForm) => post<Schedule>(server.schedules, form)
export const editSchedule = (id: string, change: SchedulePatch) => patch<Schedule>(server.schedule(id), change)
export const removeSchedule = (id: string) => remove(server.schedule(id))
export const pauseSchedule = (id: string) => post<Schedule>(`${server.schedule(id)}/pause`)
export const resumeSchedule = (id: string) => post<Schedule>(`${server.schedule(id)}/resume`)
export const fireSchedule = (id: string) => post<Run>(`${server.schedule(id)}/run`)

export const hooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => read<HookList>(server.webhooks, {}, signal).then((found) => found.webhooks),
})

export const hookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => read<Hook>(server.webhook(id), {}, signal),
    refetchInterval: CALM_MS,
  })

export const deliveriesQuery = (id: string, state = '') =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', id, state],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => read<DeliveryList>(server.deliveries(id), { state, before: pageParam }, signal),
    getNextPageParam: (last) => last.before ?? null,
    refetchInterval: BEAT_MS,
  })

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: ({ signal }) => read<DeliveryView>(server.delivery(id, deliveryId), {}, signal),
  })

export const makeHook = (form: HookForm) => post<MadeHook>(server.webhooks, form)
export const editHook = (id: string, change: HookPatch) => patch<Hook>(server.webhook(id), change)
export const removeHook = (id: string) => remove(server.webhook(id))
export const rotateHook = (id: string) => post<MadeHook>(`${server.webhook(id)}/rotate`)
export const pingHook = (id: string) => post<Delivery>(`${server.webhook(id)}/ping`)
export const redeliver = (id: string, deliveryId: string) => post<Delivery>(`${server.delivery(id, deliveryId)}/redeliver`)
export const redeliverFailed = (id: string) => post<Again>(`${server.webhook(id)}/redeliver`)
