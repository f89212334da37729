import type { runs as en } from '@/text/en/runs'

export const runs: Record<keyof typeof en, string> = {}
