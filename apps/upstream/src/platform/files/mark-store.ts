import { text } from 'node:stream/consumers'
import { type FileStore, StorageFault } from './file-store.ts'

/** Digits of the number in a name, so that names sort like numbers. */
const DIGITS = 12
/** How often the names are listed again when the newest mark has just been deleted by an instance that advanced it. */
const LISTS_MAX = 10

/**
 * Stores the newest mark of each log outside the database. A mark is a file that is named after its number of entries,
 * and the highest number counts. So a mark that arrives late, from a process that has lost its database meanwhile, never
 * replaces a newer one, and no lock is needed.
 */
export interface MarkStore {
  /** Time for which a mark that matched is not read again while the database stays the same, ms: requests cost money. */
  restMs: number
  /** Reads the newest mark. @returns `undefined` when there is none @throws StorageFault */
  read(name: string): Promise<string | undefined>
  /** Stores a mark, which lasts when this returns, and deletes lower ones. @throws StorageFault */
  advance(name: string, number: number, content: string): Promise<void>
  /** Stores a mark and deletes all others, for operators only: the mark may go back. @throws StorageFault */
  replace(name: string, number: number, content: string): Promise<void>
}

export function createMarkStore(store: FileStore, restMs: number): MarkStore {
  async function listFiles(name: string): Promise<string[]> {
    const found: string[] = []
    for await (const { name: file } of store.list()) if (isMark(file, name)) found.push(file)
    return found.sort()
  }

  async function put(name: string, number: number, content: string): Promise<string> {
    const file = toMarkFile(name, number)
    await store.put(file, Buffer.from(content))
    return file
  }

  return {
    restMs,

    async read(name) {
      for (let lists = 0; lists < LISTS_MAX; lists += 1) {
        const newest = (await listFiles(name)).at(-1)
        if (newest === undefined) return undefined
        const found = await store.get(newest)
        if (found) return await text(found.content)
      }
      throw new StorageFault(`${name}: the newest mark is listed and cannot be read`)
    },

    async advance(name, number, content) {
      const stored = await put(name, number, content)
      for (const file of await listFiles(name)) if (file < stored) await store.delete(file)
    },

    async replace(name, number, content) {
      const stored = await put(name, number, content)
      for (const file of await listFiles(name)) if (file !== stored) await store.delete(file)
    },
  }
}

/** @param number number of entries; 0 also for a mark of an earlier version, whose content tells the number */
export const toMarkFile = (name: string, number: number) => `${name}-${String(number).padStart(DIGITS, '0')}`

const isMark = (file: string, name: string) =>
  file.startsWith(`${name}-`) && /^\d+$/.test(file.slice(name.length + 1)) && file.length === name.length + 1 + DIGITS
