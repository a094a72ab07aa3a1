/* Reads an item. Session storage keeps items for a tab, local storage for the browser. The browser may block both;
   then nothing is stored and nothing fails. */

export function readSessionItem(key: string): string | null {
  return readItem('sessionStorage', key)
}

/** Stores an item; `null` removes it. */
export function writeSessionItem(key: string, value: string | null): void {
  writeItem('sessionStorage', key, value)
}

/** Begins the keys of what a person has typed in this tab. A session that expires leaves it for the next login of the member, a logout does not. */
export const TYPED = 'typed:'
/** Key of the member who was logged in last while it was typed. */
const TYPIST = 'typist'

/** @returns whether there were any */
export function dropTypedItems(): boolean {
  try {
    const keys = Object.keys(globalThis.sessionStorage).filter((key) => key.startsWith(TYPED))
    for (const key of [TYPIST, ...keys]) globalThis.sessionStorage.removeItem(key)
    return keys.length > 0
  } catch {
    return false
  }
}

/**
 * Notes the member of this tab, and removes what another member has typed in it.
 * @returns whether there was any
 */
export function changeTypist(userId: string): boolean {
  const before = readSessionItem(TYPIST)
  const isDropped = before !== null && before !== userId && dropTypedItems()
  writeSessionItem(TYPIST, userId)
  return isDropped
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
