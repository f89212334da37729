import type { cards as en } from '@/text/en/cards'

export const cards: Record<keyof typeof en, string> = {}
