import { DRAFT_MAX_AGE_MS, type LocalDraft } from './local-draft.ts'

/** Storage of drafts on this device. */
export interface DraftStore {
  /** Loads a draft; `null` for none. */
  load(key: string): Promise<LocalDraft | null>
  /**
   * Replaces the version that was saved at `replaced` (`null` for none). Returns `false`, and stores nothing, when
   * another tab has saved a version since.
   * @throws the browser's error when the storage is full
   */
  save(draft: LocalDraft, replaced: number | null): Promise<boolean>
  remove(key: string): Promise<void>
  /** Saves the text synchronously, without pictures, while the page is being unloaded. */
  rescue(draft: LocalDraft): void
}

const DATABASE = 'writing'
const DRAFTS = 'drafts'
const STORAGE_PREFIX = 'writing:'

/** Opens IndexedDB, which also stores pictures, or local storage when IndexedDB is refused. Deletes old drafts. */
export async function openDraftStore(now: () => number = Date.now): Promise<DraftStore> {
  const storage = getLocalStorage()
  const texts = createTextStore(storage)
  const before = now() - DRAFT_MAX_AGE_MS
  if (storage) deleteOldTexts(storage, before)
  try {
    const store = createDatabaseStore(await openDatabase())
    await store.sweep(before)
    return addRescue(store, texts)
  } catch {
    // `save` is synchronous here, so there is no text to rescue.
    return { ...texts, rescue: () => undefined }
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(DRAFTS, { keyPath: 'key' })
  return waitForResult(request)
}

function waitForResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function createDatabaseStore(database: IDBDatabase) {
  async function runTransaction<T>(
    mode: IDBTransactionMode,
    runWork: (drafts: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const transaction = database.transaction(DRAFTS, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [value] = await Promise.all([runWork(transaction.objectStore(DRAFTS)), done])
    return value
  }
  const find = (drafts: IDBObjectStore, key: string) => waitForResult<LocalDraft | undefined>(drafts.get(key))
  return {
    load: (key: string) => runTransaction('readonly', async (drafts) => (await find(drafts, key)) ?? null),
    save: (draft: LocalDraft, replaced: number | null) =>
      // Reads in the same transaction, so that two tabs cannot both replace the same version.
      runTransaction('readwrite', async (drafts) => {
        const mayReplace = canReplace(await find(drafts, draft.key), replaced)
        if (mayReplace) drafts.put(draft)
        return mayReplace
      }),
    remove: (key: string) => runTransaction('readwrite', async (drafts) => void drafts.delete(key)),
    sweep: (before: number) =>
      runTransaction('readwrite', async (drafts) => {
        const all: LocalDraft[] = await waitForResult(drafts.getAll())
        for (const { key, savedAt } of all) if (savedAt < before) drafts.delete(key)
      }),
  }
}

/** Applies a rescued text, which is newer than the stored draft: it replaces the text and keeps the pictures. */
export function addRescue(store: Omit<DraftStore, 'rescue'>, texts: DraftStore): DraftStore {
  return {
    async load(key) {
      const [local, rescued] = await Promise.all([store.load(key), texts.load(key)])
      if (!rescued) return local
      const files = new Map(local?.pictures.map(({ key: name, file }) => [name, file]))
      const pictures = rescued.pictures.map((picture) => ({ ...picture, file: files.get(picture.key) }))
      const merged = { ...rescued, pictures }
      const isNewer = !local || local.savedAt < rescued.savedAt
      if (isNewer && !(await store.save(merged, local?.savedAt ?? null))) return store.load(key)
      await texts.remove(key)
      return isNewer ? merged : local
    },
    async save(draft, replaced) {
      const isSaved = await store.save(draft, replaced)
      if (isSaved) await texts.remove(draft.key)
      return isSaved
    },
    async remove(key) {
      await Promise.all([store.remove(key), texts.remove(key)])
    },
    rescue: texts.rescue,
  }
}

function canReplace(local: LocalDraft | null | undefined, replaced: number | null): boolean {
  return !local || local.savedAt === replaced
}

/** Stores drafts in local storage, which holds only text, so pictures are left out. */
export function createTextStore(storage: Storage | null): DraftStore {
  const load = (key: string): LocalDraft | null => {
    try {
      return JSON.parse(storage?.getItem(STORAGE_PREFIX + key) ?? 'null') as LocalDraft | null
    } catch {
      return null
    }
  }
  const put = (draft: LocalDraft) => {
    if (!storage) throw new Error('this browser has no storage')
    const pictures = draft.pictures.map(({ key, name }) => ({ key, name }))
    storage.setItem(STORAGE_PREFIX + draft.key, JSON.stringify({ ...draft, pictures }))
  }
  return {
    load: async (key) => load(key),
    save: async (draft, replaced) => {
      const mayReplace = canReplace(load(draft.key), replaced)
      if (mayReplace) put(draft)
      return mayReplace
    },
    rescue: (draft) => {
      try {
        put(draft)
      } catch {
        // The storage is full: the version saved before remains.
      }
    },
    remove: async (key) => storage?.removeItem(STORAGE_PREFIX + key),
  }
}

function deleteOldTexts(storage: Storage, before: number): void {
  const keys = Object.keys(storage).filter((key) => key.startsWith(STORAGE_PREFIX))
  for (const key of keys) {
    const savedAt = Number(/"savedAt":(\d+)/.exec(storage.getItem(key) ?? '')?.[1] ?? 0)
    if (savedAt < before) storage.removeItem(key)
  }
}

function getLocalStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
