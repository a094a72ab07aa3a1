import { KEPT_FOR_MS, type KeptDraft } from './kept-draft.ts'

/** Where drafts are kept on this device. */
export interface DraftStore {
  /** `null` for none. */
  load(key: string): Promise<KeptDraft | null>
  /**
   * Keeps a draft in the place of the version that was saved at `replaced`, `null` for none. Gives `false`, and keeps
   * nothing, when another tab has saved a version since.
   * @throws what the browser says when there is no room
   */
  save(draft: KeptDraft, replaced: number | null): Promise<boolean>
  remove(key: string): Promise<void>
  /** Keeps the text at once, without pictures: for a page that is being left, where nothing can be waited for. */
  rescue(draft: KeptDraft): void
}

const DATABASE = 'writing'
const DRAFTS = 'drafts'
const STORAGE_PREFIX = 'writing:'

/** IndexedDB, which keeps pictures too; local storage where it is refused. Forgets what is too old. */
export async function openDraftStore(now: () => number = Date.now): Promise<DraftStore> {
  const storage = localStorageOrNone()
  const texts = textStore(storage)
  const before = now() - KEPT_FOR_MS
  if (storage) sweepTexts(storage, before)
  try {
    const store = databaseStore(await openDatabase())
    await store.sweep(before)
    return withRescued(store, texts)
  } catch {
    // Its own way of saving does not have to be waited for either.
    return { ...texts, rescue: () => undefined }
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(DRAFTS, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('the database is in use'))
  })
}

type SlowStore = Omit<DraftStore, 'rescue'>

function databaseStore(database: IDBDatabase): SlowStore & { sweep(before: number): Promise<void> } {
  /** Reads first, so that two tabs cannot both replace the same version. */
  function within<T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore, give: (value: T) => void) => void) {
    return new Promise<T | undefined>((resolve, reject) => {
      const transaction = database.transaction(DRAFTS, mode)
      let value: T | undefined
      transaction.oncomplete = () => resolve(value)
      transaction.onabort = () => reject(transaction.error)
      work(transaction.objectStore(DRAFTS), (given) => {
        value = given
      })
    })
  }
  return {
    async load(key) {
      const found = await within<KeptDraft>('readonly', (drafts, give) => {
        const request = drafts.get(key)
        request.onsuccess = () => give(request.result as KeptDraft)
      })
      return found ?? null
    },
    async save(draft, replaced) {
      const isKept = await within<boolean>('readwrite', (drafts, give) => {
        const request = drafts.get(draft.key)
        request.onsuccess = () => {
          const mayReplace = canReplace(request.result as KeptDraft | undefined, replaced)
          if (mayReplace) drafts.put(draft)
          give(mayReplace)
        }
      })
      return isKept === true
    },
    async remove(key) {
      await within('readwrite', (drafts) => drafts.delete(key))
    },
    async sweep(before) {
      await within('readwrite', (drafts) => {
        const request = drafts.openCursor()
        request.onsuccess = () => {
          const cursor = request.result
          if (!cursor) return
          if ((cursor.value as KeptDraft).savedAt < before) cursor.delete()
          cursor.continue()
        }
      })
    },
  }
}

/** What was rescued is newer than what the database has: it goes on there, with the pictures that are there already. */
export function withRescued(store: SlowStore, texts: DraftStore): DraftStore {
  return {
    async load(key) {
      const [kept, rescued] = await Promise.all([store.load(key), texts.load(key)])
      if (!rescued) return kept
      const files = new Map(kept?.pictures.map(({ key: name, file }) => [name, file]))
      const pictures = rescued.pictures.map((picture) => ({ ...picture, file: files.get(picture.key) }))
      const whole = { ...rescued, pictures }
      const isNewer = !kept || kept.savedAt < rescued.savedAt
      if (isNewer && !(await store.save(whole, kept?.savedAt ?? null))) return store.load(key)
      await texts.remove(key)
      return isNewer ? whole : kept
    },
    async save(draft, replaced) {
      const isKept = await store.save(draft, replaced)
      if (isKept) await texts.remove(draft.key)
      return isKept
    },
    async remove(key) {
      await Promise.all([store.remove(key), texts.remove(key)])
    },
    rescue: texts.rescue,
  }
}

function canReplace(kept: KeptDraft | null | undefined, replaced: number | null): boolean {
  return !kept || kept.savedAt === replaced
}

/** Text without pictures, as local storage holds text alone. */
export function textStore(storage: Storage | null): DraftStore {
  const load = (key: string): KeptDraft | null => {
    try {
      return JSON.parse(storage?.getItem(STORAGE_PREFIX + key) ?? 'null') as KeptDraft | null
    } catch {
      return null
    }
  }
  const put = (draft: KeptDraft) => {
    if (!storage) throw new Error('this browser keeps nothing')
    const pictures = draft.pictures.map(({ key, name }) => ({ key, name }))
    storage.setItem(STORAGE_PREFIX + draft.key, JSON.stringify({ ...draft, pictures }))
  }
  return {
    load: async (key) => load(key),
    save: async (draft, replaced) => {
      if (!canReplace(load(draft.key), replaced)) return false
      put(draft)
      return true
    },
    rescue: (draft) => {
      try {
        put(draft)
      } catch {
        // No room; what was kept before is still there.
      }
    },
    remove: async (key) => storage?.removeItem(STORAGE_PREFIX + key),
  }
}

function sweepTexts(storage: Storage, before: number): void {
  const keys = Object.keys(storage).filter((key) => key.startsWith(STORAGE_PREFIX))
  for (const key of keys) {
    const savedAt = Number(/"savedAt":(\d+)/.exec(storage.getItem(key) ?? '')?.[1] ?? 0)
    if (savedAt < before) storage.removeItem(key)
  }
}

function localStorageOrNone(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
