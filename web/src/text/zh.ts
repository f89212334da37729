import { app } from '@/text/zh/app'
import { cards } from '@/text/zh/cards'
import { chat } from '@/text/zh/chat'
import { inbox } from '@/text/zh/inbox'
import { inspector } from '@/text/zh/inspector'
import { operate } from '@/text/zh/operate'
import { runs } from '@/text/zh/runs'
import { sight } from '@/text/zh/sight'

export const zh = { ...app, ...chat, ...cards, ...inbox, ...inspector, ...operate, ...runs, ...sight }
