/*
 * Session storage keeps items for a tab, local storage for the browser. The browser may block both; then nothing is
 * stored and nothing fails.
 */

export function readSessionItem(key: string): string | null {
  return readItem(() => sessionStorage, key)
}

/** `null` removes it. */
export function writeSessionItem(key: string, value: string | null): void {
  writeItem(() => sessionStorage, key, value)
}

export function readLocalItem(key: string): string | null {
  return readItem(() => localStorage, key)
}

/** `null` removes it. */
export function writeLocalItem(key: string, value: string | null): void {
  writeItem(() => localStorage, key, value)
}

/** A function, as reading the property throws where storage is blocked. */
type StorageOf = () => Storage

function readItem(storageOf: StorageOf, key: string): string | null {
  try {
    return storageOf().getItem(key)
  } catch {
    return null
  }
}

function writeItem(storageOf: StorageOf, key: string, value: string | null): void {
  try {
    if (value === null) storageOf().removeItem(key)
    else storageOf().setItem(key, value)
  } catch {}
}
