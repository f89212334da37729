import type { inbox as en } from '@/text/en/inbox'

export const inbox: Record<keyof typeof en, string> = {}
