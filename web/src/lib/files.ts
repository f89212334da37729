/** Files as they travel in a message: as data URLs. The server fetches no address. */
import type { FileUIPart } from 'ai'

/** All files of a message together, in bytes: the server takes bodies of 4 MiB, and base64 adds a third. */
export const MOST_BYTES = 2_500_000

export interface Attached {
  files: FileUIPart[]
  tooLarge: string[]
  unreadable: string[]
}

/** Reads the files that still fit beside `taken` bytes. */
export async function attach(chosen: readonly File[], taken: number): Promise<Attached> {
  const found: Attached = { files: [], tooLarge: [], unreadable: [] }
  let total = taken
  for (const file of chosen) {
    if (total + file.size > MOST_BYTES) {
      found.tooLarge.push(file.name)
      continue
    }
    try {
      const mediaType = file.type || 'application/octet-stream'
      found.files.push({ type: 'file', mediaType, filename: file.name, url: await dataUrl(file, mediaType) })
      total += file.size
    } catch {
      found.unreadable.push(file.name)
    }
  }
  return found
}

/** About how many bytes a data URL holds. */
export function sizeOf(file: FileUIPart): number {
  return Math.floor(((file.url.length - file.url.indexOf(',') - 1) * 3) / 4)
}

function dataUrl(file: File, mediaType: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const [, content = ''] = String(reader.result).split(',', 2)
      resolve(`data:${mediaType};base64,${content}`)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
}
