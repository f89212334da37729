import { app } from '@/text/en/app'
import { cards } from '@/text/en/cards'
import { chat } from '@/text/en/chat'
import { inbox } from '@/text/en/inbox'
import { inspector } from '@/text/en/inspector'
import { operate } from '@/text/en/operate'
import { runs } from '@/text/en/runs'
import { sight } from '@/text/en/sight'

export const en = { ...app, ...chat, ...cards, ...inbox, ...inspector, ...operate, ...runs, ...sight }
