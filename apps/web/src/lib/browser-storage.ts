/* Reads an item. Session storage keeps items for a tab, local storage for the browser. The browser may block both;
   then nothing is stored and nothing fails. */

export function readSessionItem(key: string): string | null {
  return readItem('sessionStorage', key)
}

/** Stores an item; `null` removes it. */
export function writeSessionItem(key: string, value: string | null): void {
  writeItem('sessionStorage', key, value)
}

export function readLocalItem(key: string): string | null {
  return readItem('localStorage', key)
}

/** Stores an item; `null` removes it. */
export function writeLocalItem(key: string, value: string | null): void {
  writeItem('localStorage', key, value)
}

type StorageName = 'sessionStorage' | 'localStorage'

function readItem(name: StorageName, key: string): string | null {
  try {
    // Reading the property throws where storage is blocked.
    return globalThis[name].getItem(key)
  } catch {
    return null
  }
}

function writeItem(name: StorageName, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[name].removeItem(key)
    else globalThis[name].setItem(key, value)
  } catch {}
}
